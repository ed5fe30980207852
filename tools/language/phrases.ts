/** A phrase that the texts of this repository avoid. */
export interface Phrase {
  /** A regular expression in which a space stands for any white space. Matched in any case, as whole words. */
  readonly pattern: string;
  readonly instead: string;
  /**
   * Where the phrase is wrong: at the start of a statement, or of a text. Default: anywhere. In these, case matters.
   */
  readonly at?: 'statement' | 'text';
}

/** Every phrase that is easy to find and hard to read for people who learned English as a second language. */
export const PHRASES: readonly Phrase[] = [
  {
    pattern:
      '(?<!\\bthere )(?:is|are|was|were) no(?= (?!longer|more|less|fewer|different|matter|better|worse|earlier|later|larger|smaller|older|newer|faster|slower|higher|lower))',
    instead: 'is not a …',
  },
  // Not None of Python.
  // `None` of Python is code.
  { pattern: '(?<!\\bthere )(?:is|are|was|were) (?-i:none)', instead: 'is not one, does not exist' },
  {
    pattern: "nobody(?:'s)?",
    instead: 'a passive sentence, or the person: "no client", "the outcome is unknown"',
  },
  { pattern: '(?:say|know|tell)s? nothing', instead: 'does not mention, does not know' },
  { pattern: 'knows? no', instead: 'does not have, does not support' },
  {
    pattern: 'What|Whatever|All that|Those who',
    instead: 'the thing itself as the subject',
    at: 'statement',
  },
  { pattern: 'what(?= \\w+ \\w)', instead: 'the thing itself as the subject', at: 'text' },
  { pattern: 'whoever', instead: 'the caller, the user' },
  { pattern: '(?<!(?:one|each|some|none|most|all|both) )of which|for which', instead: 'two sentences' },
  { pattern: '(?:there|where|here)(?:of|with|upon)|thereby|whereby', instead: 'two sentences' },
  { pattern: 'unless given', instead: 'default: …' },
  {
    pattern: 'as (?:it|they) (?:is|are|was|were|stands?|came|comes?)(?=[,.;:)]|\\0| and | or )',
    instead: 'unchanged',
  },
  { pattern: 'at once', instead: 'immediately, concurrently' },
  { pattern: 'for ever', instead: 'forever' },
  { pattern: 'by (?:itself|themselves)', instead: 'automatically, alone' },
  { pattern: 'all the same(?! \\w)', instead: 'still' },
  { pattern: 'in vain|to no avail', instead: 'without effect' },
  { pattern: 'of no (?:use|consequence|avail|effect)', instead: 'irrelevant, without effect' },
  {
    pattern: "(?:an|the|its|their|this|that|each|every|no|one|whose|any|first|last|service's) answers?",
    instead: 'response',
  },
  { pattern: 'answers (?:of|from|to|are|were|that|which)', instead: 'responses' },
  { pattern: 'mend(?:s|ed|ing)?', instead: 'fix' },
  { pattern: 'blot(?:s|ted|ting)? out', instead: 'redact' },
  {
    pattern:
      '(?:draw|draws|drawn|drew|drawing) (?:(?:an?|the|its|new|fresh) )*(?:id|uuid|identifier|key|number)s?',
    instead: 'generate',
  },
  { pattern: 'ask(?:s|ed|ing)? after', instead: 'request, query' },
  { pattern: '(?:come|comes|came) by', instead: 'get' },
  { pattern: '(?:go|goes|went|gone|going) wrong', instead: 'fail' },
  { pattern: 'bears|borne|bore', instead: 'carry, have' },
  { pattern: '(?:is|are|was|were) (?:not )?to be', instead: 'must, will, can' },
  { pattern: 'by way of', instead: 'through' },
  { pattern: 'likewise', instead: 'also' },
  { pattern: '(?<!permit )persons', instead: 'users' },
  { pattern: 'strangers?', instead: 'a new user, third-party code' },
  { pattern: 'callers? without types', instead: 'JavaScript callers' },
  { pattern: '(?:has|have|had) got(?! to\\b)', instead: 'has, has received' },
  { pattern: '(?:is|are|was|were) there twice', instead: 'occurs twice' },
  { pattern: '(?:name|names|named) nothing', instead: 'has no effect, is missing' },
  { pattern: '(?:goes|go) without', instead: 'cannot be combined with' },
  { pattern: 'there can be(?=[.,;:)\\0]| and | or )', instead: 'the maximum, the last possible' },
  { pattern: 'needs? rights', instead: 'needs administrator rights' },
  { pattern: 'of (?:itself|its own accord)', instead: 'automatically' },
  { pattern: '(?:goes|went|gone) away', instead: 'closed the connection, left' },
  { pattern: 'lies (?:before|after|in the)', instead: 'is before, is after' },
  { pattern: 'no further from', instead: 'at most, from … to …' },
  { pattern: '(?:is|are) not so', instead: 'is wrong, differs' },
  { pattern: '(?:go|goes|going|gone|went) on(?! to\\b)', instead: 'continue' },
  { pattern: '(?:come|comes|came|coming|fall|falls|fell) due', instead: 'become due' },
  { pattern: 'under way', instead: 'running, in progress' },
  { pattern: 'anew|afresh', instead: 'again' },
  { pattern: 'in all(?=[.,;:)\\0])', instead: 'in total' },
  { pattern: 'leaves? no trace', instead: 'change nothing' },
  { pattern: '(?:tell|tells|told) (?:\\w+ )?apart', instead: 'distinguish' },
  { pattern: '(?:hold|holds|holding|held) up', instead: 'delay' },
  { pattern: 'stands? for', instead: 'mean, match, represent' },
  { pattern: 'by turns', instead: 'alternate' },
  { pattern: 'provably', instead: 'certainly' },
  { pattern: 'the present(?=[.,;:)\\0])', instead: 'the current time' },
];
