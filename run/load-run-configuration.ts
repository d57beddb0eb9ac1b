import { loadCatalogue, loadRegister } from "../contracts/load.ts";
import type { Flags } from "../harness/configuration/flags.ts";
import { knownNames } from "../harness/configuration/known.ts";
import { type Loaded, type LoadOptions, loadConfiguration } from "../harness/configuration/load.ts";

/** The configuration from flags, environment and file. */
export function configurationFor(flags: Flags, purpose: LoadOptions["purpose"]): Loaded {
  return loadConfiguration({
    flags,
    environment: process.env,
    cwd: process.cwd(),
    known: knownNames(loadCatalogue(), loadRegister()),
    purpose,
  });
}
