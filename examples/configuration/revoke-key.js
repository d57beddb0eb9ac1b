// Revokes the key in REVOKE_KEY at the console in CONSOLE_URL, and exits with 0 once it is revoked.
const { CONSOLE_URL, REVOKE_KEY } = process.env;
const answer = await fetch(`${CONSOLE_URL}/keys/${REVOKE_KEY}/revoke`, {
  method: "POST",
});
process.exitCode = answer.ok ? 0 : 1;
