/** The public path of each surface's description. */
export const descriptionPath = "/openapi.json";
