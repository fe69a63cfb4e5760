export const pullRequestFinding = {
  heading: 'A finding in a pull request',
  intro: 'What the developer sees, before anybody has merged.',
  label: 'Sample',
  columns: ['Part', 'Content'],
  rows: [
    ['Place', 'orders/search.ts, the line that builds the query'],
    ['Weakness', 'CWE-89: text from the request becomes part of an SQL statement'],
    ['Proof', 'The integration test sends a quotation mark, and the database reports a syntax error'],
    ['Suggested fix', 'A bound parameter; the change is attached and passes the tests'],
    ['Effect', 'The merge is blocked. An exemption needs an owner and an end date'],
  ],
} as const
