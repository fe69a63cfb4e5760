/** Constructed log lines; the fields are those of Microsoft Graph (`signIn`) and of the Unified Audit Log. */
export const signIn = `{
  "createdDateTime": "2026-03-09T07:42:18Z",
  "userPrincipalName": "finance@client.example",
  "appDisplayName": "OfficeHome",
  "ipAddress": "203.0.113.7",
  "deviceDetail": { "deviceId": "", "isCompliant": false },
  "authenticationRequirement": "multiFactorAuthentication",
  "sessionId": "005f1c2e-8d0b-41a7-9e64-3b7a90d2c511",
  "status": { "errorCode": 0 }
}`

export const mailAccess = `{
  "CreationTime": "2026-03-09T08:31:07",
  "RecordType": 50,
  "Operation": "MailItemsAccessed",
  "UserId": "finance@client.example",
  "ClientIPAddress": "203.0.113.7",
  "OperationProperties": [{ "Name": "MailAccessType", "Value": "Bind" }],
  "AppAccessContext": {
    "AADSessionId": "005f1c2e-8d0b-41a7-9e64-3b7a90d2c511"
  }
}`

export const auditQuery = `Search-UnifiedAuditLog -StartDate 2026-03-09 -EndDate 2026-03-12 \`
  -UserIds finance@client.example -SessionId case1 \`
  -SessionCommand ReturnLargeSet -ResultSize 5000 |
  ForEach-Object { $_.AuditData | ConvertFrom-Json } |
  Sort-Object CreationTime |
  Format-Table CreationTime, Operation, ClientIP, ClientIPAddress`
