/** What SECURITY.md promises, and the rows that test it: attacks, or rows of what the gateway does. */
interface Promised {
  readonly promise: string
  readonly rows: readonly string[]
}

export const promises: readonly Promised[] = [
  {
    promise:
      'Every pattern from outside is matched in a bounded number of steps, on names and on values, or not run and reported',
    rows: ['X64', 'X152', 'X153', 'X154', 'X97'],
  },
  {
    promise:
      'The work of a request is bounded by its size, every limit is named in its error, and others get a turn in between',
    rows: [
      'X145',
      'X146',
      'X147',
      'X148',
      'X149',
      'X150',
      'X224',
      'X180',
      'X181',
      'X182',
      'X184',
      'X186',
      'X187',
      'L5',
      'L7',
    ],
  },
  {
    promise: 'The bodies of all clients together are bounded, and a slow body ends in seconds',
    rows: ['X46', 'X74', 'X155', 'X156'],
  },
  {
    promise:
      'Arguments that nest too deep, or have too many values, are a clear error, and an upstream that says nothing, or never comes to an end, is timed out',
    rows: ['X116', 'X123', 'X103', 'X157', 'X158', 'X217', 'X218', 'X225', 'X226'],
  },
  { promise: 'A client cannot close a model for others', rows: ['X137', 'F29'] },
  { promise: 'A client cannot have the operator’s keys rejected', rows: ['X138', 'F4'] },
  { promise: 'Response times reveal nothing about other clients', rows: ['X139', 'X140'] },
  {
    promise: 'Each client has its share of requests, tokens and requests at once',
    rows: ['X143', 'X144', 'X170', 'X171', 'X172', 'X183', 'X228'],
  },
  {
    promise:
      'Client keys fail closed, and a gateway without them is not reachable by other machines unless that is asked for',
    rows: ['X130', 'X131'],
  },
  {
    promise: 'Web pages cannot use a gateway or an emulator that asks for no key',
    rows: ['X133', 'X134', 'X33', 'X142'],
  },
  { promise: 'Clients cannot name resources of the operator’s project unless that is allowed', rows: ['X135'] },
  {
    promise: 'A gateway without a key of Gemini does not look healthy, and outages are counted',
    rows: ['X132', 'X141', 'X151'],
  },
  {
    promise: 'Secrets on a command line are masked, and keys in whatever is shown or logged',
    rows: ['X136', 'S1', 'X227'],
  },
  { promise: 'Forged approvals run no tool', rows: ['X159', 'X160', 'X161'] },
  { promise: 'A stream that fails does not look like one that is over', rows: ['X102', 'X162'] },
  {
    promise: 'A response format is used, or named as ignored, and nothing is called enforced that is not checked',
    rows: ['G13', 'G14', 'G15'],
  },
  {
    promise:
      'An answer that is complete is not an error, and a parameter is dropped only where it is known to be refused',
    rows: ['F19', 'G11', 'X163'],
  },
  { promise: 'Files and texts keep their types and options', rows: ['G23', 'X164'] },
]
