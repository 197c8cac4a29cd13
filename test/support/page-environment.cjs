/** A page of jsdom, in which what other files have loaded before need not be compiled again. */
require('./compiled-once.cjs');
const { default: JsdomEnvironment } = require('jest-environment-jsdom');

module.exports = JsdomEnvironment;
