/** A page of jsdom, in which what other files have loaded before need not be compiled again, and styles are found quickly. */
require('./compiled-once.cjs');
const { passBy, keepComputedStyles } = require('./quick-styles.cjs');

passBy();
const { default: JsdomEnvironment } = require('jest-environment-jsdom');

module.exports = class PageEnvironment extends JsdomEnvironment {
  constructor(...given) {
    super(...given);
    keepComputedStyles(this.global);
  }
};
