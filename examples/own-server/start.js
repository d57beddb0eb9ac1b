// Starts the server for other containers, at PORT and with the key in NEWS_API_KEY.
import { createNewsServer } from "./server.js";

const { PORT = "8080", NEWS_API_KEY } = process.env;
if (!NEWS_API_KEY) throw new Error("NEWS_API_KEY is not set");
const server = createNewsServer([NEWS_API_KEY]).listen(Number(PORT));
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
