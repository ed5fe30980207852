/** A phrase that the texts of this repository avoid. */
export interface Phrase {
  /** A regular expression in which a space matches any white space. Matched in any case, as whole words. */
  readonly pattern: string;
  readonly instead: string;
  /**
   * Where the phrase is wrong: at the start of a statement, or of a text. Default: anywhere. In these, case matters.
   */
  readonly at?: 'statement' | 'text';
}

/** Phrases that are wrong anywhere, and what to write instead. */
const ANYWHERE: Readonly<Record<string, string>> = {
  '(?<!\\bthere )(?:is|are|was|were) no(?= (?!longer|more|less|fewer|different|matter|better|worse|earlier|later|larger|smaller|older|newer|faster|slower|higher|lower))':
    'is not a …',
  // `None` of Python is code.
  '(?<!\\bthere )(?:is|are|was|were) (?-i:none)': 'is not one, does not exist',
  "nobody(?:'s)?": 'a passive sentence, or the person: "no client", "the outcome is unknown"',
  '(?:say|know|tell)s? nothing': 'does not mention, does not know',
  'knows? no': 'does not have, does not support',
  whoever: 'the caller, the user',
  '(?<!(?:one|each|some|none|most|all|both) )of which|for which': 'two sentences',
  '(?:there|where|here)(?:of|with|upon)|thereby|whereby': 'two sentences',
  'unless given': 'default: …',
  'as (?:it|they) (?:is|are|was|were|stands?|came|comes?)(?=[,.;:)]|\\0| and | or )': 'unchanged',
  'at once': 'immediately, concurrently',
  'for ever': 'forever',
  'by (?:itself|themselves)': 'automatically, alone',
  'all the same(?! \\w)': 'still',
  'in vain|to no avail': 'without effect',
  'of no (?:use|consequence|avail|effect)': 'irrelevant, without effect',
  "(?:an|the|its|their|this|that|each|every|no|one|whose|any|first|last|service's) answers?": 'response',
  'answers (?:of|from|to|are|were|that|which)': 'responses',
  'mend(?:s|ed|ing)?': 'fix',
  'blot(?:s|ted|ting)? out': 'redact',
  '(?:draw|draws|drawn|drew|drawing) (?:(?:an?|the|its|new|fresh) )*(?:id|uuid|identifier|key|number)s?':
    'generate',
  'ask(?:s|ed|ing)? after': 'request, query',
  '(?:come|comes|came) by': 'get',
  '(?:go|goes|went|gone|going) wrong': 'fail',
  'bears|borne|bore': 'carry, have',
  '(?:is|are|was|were) (?:not )?to be': 'must, will, can',
  'by way of': 'through',
  likewise: 'also',
  '(?<!permit )persons': 'users',
  'strangers?': 'a new user, third-party code',
  'callers? without types': 'JavaScript callers',
  '(?:has|have|had) got(?! to\\b)': 'has, has received',
  '(?:is|are|was|were) there twice': 'occurs twice',
  '(?:name|names|named) nothing': 'has no effect, is missing',
  '(?:goes|go) without': 'cannot be combined with',
  'there can be(?=[.,;:)\\0]| and | or )': 'the maximum, the last possible',
  'needs? rights': 'needs administrator rights',
  'of (?:itself|its own accord)': 'automatically',
  '(?:goes|went|gone) away': 'closed the connection, left',
  'lies (?:before|after|in the)': 'is before, is after',
  'no further from': 'at most, from … to …',
  '(?:is|are) not so': 'is wrong, differs',
  '(?:go|goes|going|gone|went) on(?! to\\b)': 'continue',
  '(?:come|comes|came|coming|fall|falls|fell) due': 'become due',
  'under way': 'running, in progress',
  'anew|afresh': 'again',
  'in all(?=[.,;:)\\0])': 'in total',
  'leaves? no trace': 'change nothing',
  '(?:tell|tells|told) (?:\\w+ )?apart': 'distinguish',
  '(?:hold|holds|holding|held) up': 'delay',
  'stands? for': 'mean, match, represent',
  'by turns': 'alternate',
  provably: 'certainly',
  'the present(?=[.,;:)\\0])': 'the current time',
};

/** Every phrase that is easy to find and hard to read for people who learned English as a second language. */
export const PHRASES: readonly Phrase[] = [
  {
    pattern: 'What|Whatever|All that|Those who',
    instead: 'the thing itself as the subject',
    at: 'statement',
  },
  { pattern: 'what(?= \\w+ \\w)', instead: 'the thing itself as the subject', at: 'text' },
  ...Object.entries(ANYWHERE).map(([pattern, instead]) => ({ pattern, instead })),
];
