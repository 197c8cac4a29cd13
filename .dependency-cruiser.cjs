// The direction of dependency, as a table of rules. Each rule has a probe in test/architecture that breaks it.
// Types count as imports: a type that points upward is a design that points upward.

const specs = '[.]spec[.]tsx?$';
/** Shared by the client's specs. */
const testing = '^client/src/testing/';
/** The part of the kit that knows no data of the exchange. */
const kitTools = '^client/src/kit/(api|coins|faults|i18n|lib|news|stream|toasts|ui)/';
const bigJs = '(^|/)node_modules/(big[.]js|@types/big[.]js)/';
/** Checks and replays evidence in a browser. */
const replayThread = '^client/src/admin/records/evidence[.]worker[.]ts$';
// A relative import that leads nowhere is the business of nothing-unresolvable alone.
const unresolved = '^[.]{1,2}/';
/** The core, and what each product brings to it. */
const core = '^server/(core/|products/([^/]+/core/|core[.]ts$))';
/** Rules and tables; of products what the tables list. */
const rules = '^shared/(rules/|products/(all[.]ts$|[^/]+/(rules/|index[.]ts$)))';
const views = '^server/(views|products/[^/]+/(live|stored))/';
const features = '^server/(features|products/[^/]+/api)/';
const journalAdapters = '^server/journal/(embedded|eventstore|esdb|kurrent)';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-is-pure',
      comment:
        'The core, kernel and products, imports itself, rules of shared and big.js: no other package, no Node module, no other folder.',
      severity: 'error',
      from: { path: core, pathNot: specs },
      to: { pathNot: [core, rules, bigJs, unresolved] },
    },
    {
      name: 'core-reaches-nothing-impure',
      comment: 'The same through any number of steps.',
      severity: 'error',
      from: { path: core, pathNot: specs },
      to: { reachable: true, pathNot: [core, rules, bigJs, unresolved] },
    },
    {
      name: 'kernel-names-no-product',
      comment: 'A product brings its rows to the kernel; server/products/core.ts lists them.',
      severity: 'error',
      from: { path: '^server/core/', pathNot: specs },
      to: { path: '^(server|shared)/products/' },
    },
    {
      name: 'engine-below-the-shell',
      comment:
        'server/engine imports core, the port of the journal, refusals, shared and its libraries; no adapter, no Nest.',
      severity: 'error',
      from: { path: '^server/engine/', pathNot: specs },
      to: {
        path: [
          '^server/(?!core/|products/([^/]+/core/|core[.]ts)|engine/|journal/|platform/errors/refusal[.]ts)',
          journalAdapters,
          '(^|/)node_modules/@nestjs/',
          '^client/',
        ],
      },
    },
    {
      name: 'journal-below-the-shell',
      comment: 'server/journal imports core, shared and its libraries; no Nest.',
      severity: 'error',
      from: { path: '^server/journal/', pathNot: specs },
      to: {
        path: ['^server/(?!core/|products/([^/]+/core/|core[.]ts)|journal/)', '(^|/)node_modules/@nestjs/', '^client/'],
      },
    },
    {
      name: 'views-below-the-shell',
      comment:
        'Views import core, the rows of products, the port of the journal, the database layer, shared and its libraries; no adapter, no Nest.',
      severity: 'error',
      from: { path: views, pathNot: specs },
      to: {
        path: [
          '^server/(?!core/|products/(core|stored|all)[.]ts|products/[^/]+/(core|live|stored)/|views/|journal/|platform/database)',
          journalAdapters,
          '(^|/)node_modules/@nestjs/',
          '^client/',
        ],
      },
    },
    {
      name: 'audit-below-the-shell',
      comment:
        'server/audit reads journals and read models for the command line and the interface: no feature, no Nest, nothing that writes.',
      severity: 'error',
      from: { path: '^server/audit/', pathNot: specs },
      to: {
        path: [
          '^server/(?!core/|products/([^/]+/(core|stored)/|core[.]ts)|engine/|journal/|signed-heads/|liabilities/|views/stored/|audit/|platform/database)',
          '(^|/)node_modules/@nestjs/',
          '^client/',
        ],
      },
    },
    {
      name: 'features-through-the-buses',
      comment:
        'A feature reaches the engine through the command bus and the views through the query bus: only its handlers, ' +
        'queries and module name them; the rest may use their types.',
      severity: 'error',
      from: {
        path: features,
        pathNot: [specs, '(handlers?|quer(y|ies)|module)[.]ts$', '/(handlers|queries)/'],
      },
      to: { path: '^server/(engine|views|products/[^/]+/(live|stored))/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'features-not-into-core-or-journal',
      comment: 'A feature knows the types of core, not its functions, and nothing of the journal.',
      severity: 'error',
      from: { path: features, pathNot: specs },
      to: { path: [core, '^server/journal/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'platform-below-features',
      comment: 'server/platform serves the features and the demo and knows neither.',
      severity: 'error',
      from: { path: '^server/platform/', pathNot: specs },
      to: { path: '^server/(features|products/(?!core[.]ts|[^/]+/core/)|demo|cli|main|app[.]module)' },
    },
    {
      name: 'rows-load-no-nest',
      comment: 'Threads and programs load the rows of products: what these reach is neither Nest nor an endpoint.',
      severity: 'error',
      from: { path: ['^server/products/(core|stored|all)[.]ts$', '^server/.*[.]worker[.]ts$'] },
      to: { reachable: true, path: ['(^|/)node_modules/@nestjs/', '^server/products/api[.]ts$'] },
    },
    {
      name: 'event-store-only-in-journal',
      comment:
        '@eventstore/db-client is known to server/journal alone; the test server serves its generated definitions.',
      severity: 'error',
      from: { pathNot: ['^server/journal/', '^test/'] },
      to: { path: ['^@eventstore/', '(^|/)node_modules/@eventstore/'] },
    },
    {
      name: 'ccxt-only-in-its-thread',
      comment:
        'ccxt is large: it is loaded when exchanges are configured, by the thread that listens to them, and nowhere else.',
      severity: 'error',
      from: { pathNot: '^server/platform/prices/exchanges/exchanges[.]worker[.]ts$' },
      to: { path: ['^ccxt$', '(^|/)node_modules/ccxt/'] },
    },
    {
      name: 'ccxt-not-at-once',
      comment: 'Also there only by an import that is reached.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: ['^ccxt$', '(^|/)node_modules/ccxt/'], dynamic: false },
    },
    {
      name: 'server-not-into-client',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^client/' },
    },
    {
      name: 'client-only-shared',
      comment: 'The client imports itself and shared; one thread replays a journal, by what is pure of the server.',
      severity: 'error',
      from: { path: '^client/', pathNot: [specs, testing, replayThread] },
      to: { path: '^(server|test|scripts)/' },
    },
    {
      name: 'replay-in-the-browser-is-pure',
      comment:
        'That thread takes the core, and what brings old events up to its shapes: nothing of the server that is not pure.',
      severity: 'error',
      from: { path: replayThread },
      to: { path: '^(server|test|scripts)/', pathNot: [core, '^server/journal/upcast[.]ts$'] },
    },
    {
      name: 'client-not-up-from-kit',
      comment: 'The kit is what two rooms of the client or more use: it knows none of them.',
      severity: 'error',
      from: { path: '^client/src/kit/' },
      to: { path: '^client/src/(app|products|terminal|admin)/' },
    },
    {
      name: 'client-kit-tools-below-entities',
      comment: 'Controls, texts, transport and other tools know no data of the exchange.',
      severity: 'error',
      from: { path: kitTools },
      to: { path: '^client/src/kit/', pathNot: kitTools },
    },
    {
      name: 'client-entities-below-rooms',
      comment: 'Slices, endpoints and words of one kind of data know no room of the kit that shows them.',
      severity: 'error',
      from: { path: '^client/src/kit/entities/' },
      to: { path: '^client/src/kit/', pathNot: [kitTools, '^client/src/kit/entities/'] },
    },
    {
      name: 'client-not-up-from-common-screens',
      severity: 'error',
      comment: 'Products bring screens to the app, which hands them what they share; common screens know no product.',
      from: { path: '^client/src/(terminal|admin)/' },
      to: { path: '^client/src/(app|products)/' },
    },
    {
      name: 'client-terminal-and-admin-apart',
      comment: 'Traders load nothing of the desk, and staff nothing of the terminal.',
      severity: 'error',
      from: { path: '^client/src/(terminal|admin)/' },
      to: { path: '^client/src/(terminal|admin)/', pathNot: '^client/src/$1/' },
    },
    {
      name: 'client-not-up-from-products',
      severity: 'error',
      from: { path: '^client/src/products/' },
      to: { path: '^client/src/app/' },
    },
    {
      name: 'client-no-product-knows-another',
      comment: 'A product imports what is below it and the form of a manifest; all.ts alone lists them.',
      severity: 'error',
      from: { path: '^client/src/products/([^/]+)/' },
      to: {
        path: '^client/src/products/',
        pathNot: ['^client/src/products/$1/', '^client/src/products/manifest[.]ts$'],
      },
    },
    {
      name: 'client-products-by-their-manifests',
      comment: 'The app takes the screens of a product from its manifest, and nothing else of it.',
      severity: 'error',
      from: { path: '^client/src/app/', pathNot: specs },
      to: { path: '^client/src/products/[^/]+/', pathNot: '/manifest[.]ts$' },
    },
    {
      name: 'client-products-not-into-admin',
      comment: 'Only the staff screens of a product use what all sections of the desk share.',
      severity: 'error',
      from: { path: '^client/src/products/[^/]+/', pathNot: '^client/src/products/[^/]+/admin/' },
      to: { path: '^client/src/admin/' },
    },
    {
      name: 'client-product-admin-not-into-sections',
      severity: 'error',
      from: { path: '^client/src/products/[^/]+/admin/', pathNot: specs },
      to: { path: '^client/src/admin/', pathNot: '^client/src/admin/(parts|act|api)/' },
    },
    {
      name: 'client-product-api-lowest',
      comment:
        'In a product, screens use the ticket and panels, and these use the api: slices, endpoints, words of them.',
      severity: 'error',
      from: { path: '^client/src/products/([^/]+)/api/' },
      to: { path: '^client/src/products/$1/', pathNot: '^client/src/products/$1/(api|texts)/' },
    },
    {
      name: 'client-product-panels-below-screens',
      severity: 'error',
      from: { path: '^client/src/products/([^/]+)/(ticket|panels)/' },
      to: { path: '^client/src/products/$1/', pathNot: '^client/src/products/$1/(api|ticket|panels)/' },
    },
    {
      name: 'client-product-screens-below-manifest',
      comment: 'Screens of users and screens of staff know neither each other nor the manifest.',
      severity: 'error',
      from: { path: '^client/src/products/([^/]+)/(screens|admin)/' },
      to: { path: '^client/src/products/$1/', pathNot: '^client/src/products/$1/(api|ticket|panels|$2)/' },
    },
    {
      name: 'client-no-sibling-panel',
      comment: 'The ticket and each folder of panels are joined by screens and the manifest, not by each other.',
      severity: 'error',
      from: { path: '^client/src/products/([^/]+)/(ticket|panels/[a-z-]+|panels)/', pathNot: specs },
      to: { path: '^client/src/products/$1/(ticket|panels)/', pathNot: '^client/src/products/$1/$2/' },
    },
    {
      name: 'client-no-sibling-entity',
      comment:
        'No entity imports an entity; but an instrument is a market of the catalogue, which is read in one place.',
      severity: 'error',
      from: { path: '^client/src/kit/entities/([^/]+)/', pathNot: '^client/src/kit/entities/instrument/' },
      to: { path: '^client/src/kit/entities/', pathNot: '^client/src/kit/entities/$1/' },
    },
    {
      name: 'client-no-sibling-room',
      comment:
        'No page imports a page, no room of the kit, of the terminal or of the desk another; what they share stands below them.',
      severity: 'error',
      from: {
        path: '^client/src/(app/pages|kit|terminal|admin)/([^/]+)/',
        pathNot: [kitTools, '^client/src/kit/entities/', specs],
      },
      to: {
        path: '^client/src/$1/[^/]+/',
        pathNot: [kitTools, '^client/src/kit/entities/', '^client/src/$1/$2/', '^client/src/admin/(parts|act|api)/'],
      },
    },
    {
      name: 'shared-knows-no-side',
      comment: 'shared imports nothing of server or client.',
      severity: 'error',
      from: { path: '^shared/', pathNot: specs },
      to: { path: '^(server|client|test|scripts)/' },
    },
    {
      name: 'shared-knows-no-framework',
      comment: 'No Nest, no React, no Node in shared.',
      severity: 'error',
      from: { path: '^shared/', pathNot: specs },
      to: {
        path: [
          '^node:',
          '(^|/)node_modules/(@types/)?(@nestjs|nestjs-|@fastify|fastify|react|@reduxjs|kysely|pg|libsql|socket[.]io|rxjs)',
        ],
      },
    },
    {
      name: 'shared-not-into-node',
      severity: 'error',
      from: { path: '^shared/', pathNot: specs },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'rules-import-only-big-js',
      comment: 'Rules are what core and the preview share: formulas, tables, codes.',
      severity: 'error',
      from: { path: rules, pathNot: specs },
      to: { pathNot: [rules, bigJs] },
    },
    {
      name: 'server-starts-no-program',
      comment:
        'No shell, no other program, no code out of data. Threads are run with what V8 made of their own files when they were built.',
      severity: 'error',
      from: { path: '^(server|shared)/', pathNot: [specs, '^server/journal/compiled[.]ts$'] },
      to: { path: '^(node:)?(child_process|cluster|repl|vm)$' },
    },
    {
      name: 'production-not-into-tests',
      severity: 'error',
      from: { path: '^(server|shared|client)/', pathNot: [specs, testing] },
      to: { path: ['^test/', specs, testing] },
    },
    {
      name: 'production-not-into-dev-packages',
      comment:
        'What the server loads must be in dependencies, not among what only building or only tests (test/package.json) need; ' +
        'types vanish when compiled.',
      severity: 'error',
      from: { path: '^(server|shared)/', pathNot: specs },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg'],
        dependencyTypesNot: ['npm', 'type-only'],
        pathNot: '(^|/)node_modules/@types/',
      },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-orphans',
      comment: 'A file that imports nothing and that nothing imports is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          specs,
          '^client/public/',
          // An entry of the client's build.
          '^client/src/service-worker[.]ts$',
          '^test/support/.*[.]cjs$',
          '[.]d[.]ts$',
          '[.](html|css|json|md|sql|txt)$',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(dist|data|coverage|test/sample)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
};
