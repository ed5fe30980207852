import { DATABASES } from './databases.ts';
import { rehearse } from './rehearsal.ts';

const [, , ...names] = process.argv;
for (const name of names.length > 0 ? names : Object.keys(DATABASES)) {
  const database = DATABASES[name];
  if (database === undefined) throw new Error(`Use ${Object.keys(DATABASES).join(' or ')}; got ${name}.`);
  if (database.missing !== undefined) {
    process.stdout.write(`${name} is skipped. ${database.missing}\n\n`);
    continue;
  }
  await using opened = await database.open();
  const figures = await rehearse({ database: opened.url, customers: 100, answers: 5, kills: 20 });
  process.stdout.write(`${name}
  messages of customers      ${figures.written}
  attempts at webhooks       ${figures.attempts}
  receivers killed           ${figures.kills}
  lost                       ${figures.lost}
  handled twice              ${figures.handledTwice}
  arrived again afterwards   ${figures.repeated}
  without a reply            ${figures.unanswered}
  replied to twice           ${figures.answeredTwice}
  sent again, recognized     ${figures.recognized}

`);
  if (figures.lost + figures.handledTwice + figures.unanswered + figures.answeredTwice > 0)
    process.exitCode = 1;
}
