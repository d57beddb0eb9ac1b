// Revokes the key in REVOKE_KEY, and exits with 0 once it is revoked. Replace the URL by your console's.
const consoleUrl = process.env.CONSOLE_URL ?? "https://console.staging.example";
const answer = await fetch(`${consoleUrl}/keys/${process.env.REVOKE_KEY}/revoke`, {
  method: "POST",
});
process.exitCode = answer.ok ? 0 : 1;
