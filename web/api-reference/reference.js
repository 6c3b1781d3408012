// Shows one operation of the API reference (/api/docs). The build appends this file to swagger-ui's own bundle.

/**
 * The part of a document that one operation needs. Swagger UI reads a whole document again for everything that it shows,
 * which takes seconds for one of this size.
 */
function partOf(document, path, method) {
  const { components, tags, ...part } = document
  const found = {}
  const add = (value) => {
    if (value === null || typeof value !== 'object') return
    const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
    if (name && !found[kind]?.[name]) {
      found[kind] = { ...found[kind], [name]: components[kind][name] }
      add(components[kind][name])
    }
    for (const inner of Object.values(value)) add(inner)
  }
  add(document.paths[path][method])
  const schemes = document.paths[path][method].security.flatMap(Object.keys)
  if (schemes.length > 0)
    found.securitySchemes = Object.fromEntries(
      schemes.map((name) => [name, components.securitySchemes[name]]),
    )
  // Every refusal has the same body: it is shown once, with the default.
  for (const [name, { content, ...refusal }] of Object.entries(found.responses ?? {}))
    found.responses[name] = refusal
  return { ...part, paths: { [path]: { [method]: document.paths[path][method] } }, components: found }
}

/** Writes what OpenAPI 3.1 says of a value as 3.0 does, which Swagger UI reads far faster. */
function asOpenAPI30(value) {
  if (Array.isArray(value)) return value.map(asOpenAPI30)
  if (value === null || typeof value !== 'object') return value
  const out = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asOpenAPI30(part)]))
  if (Array.isArray(out.type)) {
    out.nullable = out.type.includes('null')
    out.type = out.type.find((type) => type !== 'null')
  }
  return out
}

const parts = ({ React: { createElement: element } }) => ({
  components: {
    /** Without the landmark of Swagger UI's own layout: the page has one, and may show several operations. */
    OperationLayout: ({ getComponent }) =>
      element(
        'div',
        { className: 'swagger-ui' },
        element(getComponent('SvgAssets')),
        element(getComponent('errors', true)),
        element(getComponent('AuthorizeBtnContainer', true)),
        element(getComponent('operations', true)),
      ),
  },
  wrapComponents: {
    /** The responses fill many screens of a phone: closed until they are asked for or a call was tried. */
    responses: (Responses) => (props) =>
      element(
        'details',
        { className: 'responses-and-codes', open: props.tryItOutResponse ? true : undefined },
        element('summary', null, 'Responses and codes'),
        element(Responses, props),
      ),
    /** Long code scrolls, also by keyboard. */
    HighlightCode: (Code) => (props) =>
      element(
        'div',
        { className: 'code', role: 'group', 'aria-label': 'Code', tabIndex: 0 },
        element(Code, props),
      ),
  },
})

window.showOperation = (element, document, path, method) =>
  window.SwaggerUIBundle({
    domNode: element,
    spec: { ...asOpenAPI30(partOf(document, path, method)), openapi: '3.0.3' },
    presets: [window.SwaggerUIBundle.presets.apis],
    plugins: [parts],
    layout: 'OperationLayout',
    docExpansion: 'full',
    defaultModelsExpandDepth: -1,
    defaultModelExpandDepth: 1,
    displayRequestDuration: true,
    syntaxHighlight: { activated: false },
    validatorUrl: null,
  })
