// Features of browsers that jsdom lacks.
const { TextDecoder, TextEncoder } = require('node:util');
const { runInThisContext } = require('node:vm');
const { configure } = require('@testing-library/dom');

// On a busy machine a condition may take longer than the library's default of one second.
configure({ asyncUtilTimeout: 15_000 });

Object.assign(globalThis, { TextDecoder, TextEncoder });

// Node's own network classes: a test stubs `fetch` and answers with a real Response.
const network = ['Headers', 'Request', 'Response', 'AbortController', 'AbortSignal'];
for (const name of network) globalThis[name] = runInThisContext(name);

// A page requests by the path alone.
globalThis.Request = class extends globalThis.Request {
  constructor(input, options) {
    super(typeof input === 'string' ? new globalThis.URL(input, globalThis.location.href) : input, options);
  }
};

// The browser's modal dialog, without the modality.
globalThis.HTMLDialogElement.prototype.showModal ??= function () {
  this.open = true;
};
globalThis.HTMLDialogElement.prototype.close ??= function () {
  this.open = false;
};

// A desktop of fixed size in dark mode. Tests replace each of these if they need another.
globalThis.matchMedia ??= (media) => Object.assign(new globalThis.EventTarget(), { media, matches: false });
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.Element.prototype.scrollIntoView ??= () => undefined;
// Node's own would keep the process alive. Messages arrive in the next turn, as in a browser.
globalThis.MessageChannel ??= class {
  constructor() {
    this.port1 = { onmessage: null };
    this.port2 = { postMessage: (data) => setTimeout(() => this.port1.onmessage?.({ data })) };
  }
};

// jsdom does not support pseudo-elements and reports this on the console.
const { getComputedStyle } = globalThis;
globalThis.getComputedStyle = (element) => getComputedStyle(element);

// React looks for its developer tools when it is loaded, and reports every commit to them.
// `client/src/testing/rendered.ts` listens here.
globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, inject: () => 1 };
