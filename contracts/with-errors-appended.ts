/**
 * The code of a validator, with the errors of a reference added to those found before. Ajv copies them all for each
 * reference, which takes quadratic time where every entry of a list is wrong.
 */
export function withErrorsAppended(code: string): string {
  return code.replaceAll(
    /vErrors\.concat\((\w+\.errors)\)/g,
    "$1.reduce((all, one) => (all.push(one), all), vErrors)",
  );
}
