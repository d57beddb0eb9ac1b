/** Where each surface serves its description, to everybody. */
export const descriptionPath = "/openapi.json";
