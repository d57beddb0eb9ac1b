/** The schemas of HAR 1.2 as its own package publishes them, without types. */
declare module "har-schema" {
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
