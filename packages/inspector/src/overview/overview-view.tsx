import { readPhoneNumber } from '@messaging-service/contract';
import type { HandsetView, JobView, OverviewResponse } from '../api/types.ts';
import { describeGroup, groupJobs } from '../clock/agenda.ts';
import { Failure, Loaded } from '../components/loading.tsx';
import { Panel } from '../components/panel.tsx';
import { Timestamp } from '../components/timestamp.tsx';
import { FindField } from '../find/find-field.tsx';
import { MESSAGE_OPERATORS } from '../find/operators.ts';
import { live } from '../live/digest.ts';
import { useResource } from '../live/use-resource.ts';
import { MessageText } from '../objects/message-text.tsx';
import { NetworkNote } from '../objects/network-note.tsx';
import { ObjectLink } from '../objects/object-link.tsx';
import { go, objectHref } from '../routing/route.ts';
import { FirstMessage } from '../sending/first-message.tsx';
import { query } from '../values.ts';
import { isCalm, Problems } from './problems.tsx';
import { Rates } from './rates.tsx';
import { useSeen } from './seen.ts';

/** The first view: failures since the last look, what is due, and how much is sent. */
export function OverviewView() {
  const [since, setSeen] = useSeen();
  const overview = useResource<OverviewResponse>(`/overview${query({ since })}`);
  return (
    <div class="page overview">
      <Find />
      <Loaded resource={overview} what="the overview">
        {(data) => (
          <>
            <Panel
              title={since === undefined ? 'Failures' : 'Failures since your last look'}
              beside={<Look since={since} isCalm={isCalm(data)} onSeen={setSeen} />}
            >
              {isCalm(data) ? (
                <p class="calm">
                  {data.rates.length === 0
                    ? 'Nothing was sent yet.'
                    : 'Nothing. Everything that was sent went well.'}
                </p>
              ) : (
                <Problems overview={data} since={since} />
              )}
            </Panel>
            <NetworkNote />
            <Rates rates={data.rates} />
            {data.rates.length === 0 && <FirstMessage />}
          </>
        )}
      </Loaded>
      <Due />
      <Conversations />
    </div>
  );
}

/** Opens the phone of a number, or the messages that a search finds. */
function Find() {
  const find = (typed: string) => {
    const number = readPhoneNumber(typed);
    if (number === undefined) go('messages', { q: typed });
    else go('phones', { number });
  };
  return (
    <FindField
      label="Find a phone by its number, or messages by their text"
      placeholder="Number, text or state:failed"
      operators={MESSAGE_OPERATORS}
      onEnter={find}
    />
  );
}

interface LookProps {
  readonly since: string | undefined;
  readonly isCalm: boolean;
  readonly onSeen: (at: string | undefined) => void;
}

function Look({ since, isCalm: isSeen, onSeen }: LookProps) {
  if (!isSeen)
    return (
      <button
        type="button"
        class="small quiet"
        // The next millisecond: what happened at this instant was seen.
        onClick={() => onSeen(new Date(live.now() + 1).toISOString())}
      >
        Mark as seen
      </button>
    );
  return since === undefined ? null : (
    <button type="button" class="small quiet" onClick={() => onSeen(undefined)}>
      Show everything
    </button>
  );
}

/** Groups of jobs that are shown. */
const DUE_SHOWN = 4;

function Due() {
  const jobs = useResource<{ jobs: readonly JobView[] }>('/jobs?limit=50');
  const { data } = jobs;
  if (data === undefined) return <Failure of={jobs} />;
  if (data.jobs.length === 0) return null;
  return (
    <Panel title="Due next">
      <Failure of={jobs} />
      <ul class="links">
        {groupJobs(data.jobs)
          .slice(0, DUE_SHOWN)
          .map((group) => (
            <li key={group[0].id}>
              <Timestamp at={group[0].dueAt} />{' '}
              <ObjectLink kind="job" id={group[0].id}>
                {describeGroup(group)}
              </ObjectLink>
            </li>
          ))}
      </ul>
    </Panel>
  );
}

function Conversations() {
  const handsets = useResource<{ handsets: readonly HandsetView[] }>('/handsets?offset=0&limit=4');
  const { data } = handsets;
  if (data === undefined) return <Failure of={handsets} />;
  if (data.handsets.length === 0) return null;
  return (
    <Panel title="Latest conversations">
      <Failure of={handsets} />
      <ul class="links conversations">
        {data.handsets.map(({ number, text, latestAt }) => (
          <li key={number}>
            <a href={objectHref('phone', number)}>+{number}</a> <MessageText text={text} />{' '}
            <span class="dim">
              <Timestamp at={latestAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
