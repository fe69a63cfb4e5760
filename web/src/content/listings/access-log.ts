/** Constructed: the fields that article 4, paragraph 4 of the Data Protection Ordinance asks for. */
export const accessEntry = `{
  "at": "2026-03-09T09:14:03.512+01:00",
  "person": "u-4711",
  "action": "disclose",
  "record": "patient/88213",
  "recipient": "lab-02",
  "system": "clinic-app"
}`

export const dailyCheck = `SELECT action, count(*) AS entries, max(at) AS newest
FROM access_log
WHERE at > now() - interval '1 day'
GROUP BY action;

SELECT min(at) AS oldest FROM access_log;`
