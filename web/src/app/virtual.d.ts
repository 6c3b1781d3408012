declare module 'virtual:lazy-pages/*' {
  const pages: readonly import('./lazy-pages').LazyPage[]
  export default pages
}
