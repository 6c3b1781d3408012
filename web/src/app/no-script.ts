const general =
  'The cart, the checkout and your account run in your browser. Everything else can be read without: ' +
  '<a style="text-decoration:underline" href="/">the shop</a>, <a style="text-decoration:underline" href="/products">all products</a>, <a style="text-decoration:underline" href="/contact">how to reach us</a>.'

/** Shown instead of the pages that only the browser renders, where it runs no script. */
export const withoutScript = (title = 'This page needs JavaScript', text = general) =>
  '<noscript><main style="max-width:36rem;margin:0 auto;padding:16vh 1.5rem">' +
  `<h1 style="font:400 2rem/1.15 var(--font-display);word-spacing:.14em;margin-bottom:1rem">${title}</h1>` +
  `<p style="font-size:1.125rem;line-height:1.7">${text}</p></main></noscript>`
