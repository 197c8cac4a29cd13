/** Preloads the Latin font from the page itself, so it arrives with the stylesheet and not after it. */
const LATIN = /inter-latin-wght-normal-[^/]+\.woff2$/;

export function earlyFont() {
  return {
    name: 'early-font',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        return Object.keys(bundle)
          .filter((file) => LATIN.test(file))
          .map((file) => ({
            tag: 'link',
            // Browsers fetch fonts without credentials. Without `crossorigin` the font would load twice.
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend',
          }));
      },
    },
  };
}
