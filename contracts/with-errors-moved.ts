/** Added to the code of a validator. */
const moved = `
function moved(validator, all) {
  const own = validator.errors;
  validator.errors = null;
  if (all === null) return own;
  for (const error of own) all.push(error);
  return all;
}`;

/**
 * The code of a validator in which the errors of a reference are moved to those found before. Ajv copies all of them
 * for each reference, which takes quadratic time where every entry of a list is wrong, and the validator of the
 * reference keeps its own until it is called again.
 */
export function withErrorsMoved(code: string): string {
  const changed = code.replaceAll(
    /vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\)/g,
    "moved($1, vErrors)",
  );
  return changed === code ? code : changed + moved;
}
