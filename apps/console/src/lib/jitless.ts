/**
 * Forbids zod to compile checks with `new Function`, which the content security policy refuses. Must be the first
 * import of an entry: the choice is made when a schema is created. By the global object that zod takes its settings
 * from, so that zod itself is loaded only with the first page that has a form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
