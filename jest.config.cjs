const { existsSync } = require('node:fs');
const path = require('node:path');

const swcOptions = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
  module: { type: 'commonjs' },
};

const clientSwcOptions = {
  swcrc: false,
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
  module: { type: 'commonjs' },
};

/** The one package that is an ES module alone: Node loads it as it is, jest does not. */
const esModule = {
  transformIgnorePatterns: ['/node_modules/(?!marked/)'],
  transform: { '/node_modules/marked/.*[.]js$': ['@swc/jest', { swcrc: false, module: { type: 'commonjs' } }] },
};

const node = {
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  transformIgnorePatterns: esModule.transformIgnorePatterns,
  transform: { ...esModule.transform, '[.]ts$': ['@swc/jest', swcOptions] },
};

const noNetwork = path.join(__dirname, 'test/support/no-network.cjs');

const client = {
  roots: [path.join(__dirname, 'client/src')],
  moduleNameMapper: {
    '[.]css$': '<rootDir>/test/support/style-names.cjs',
  },
  transformIgnorePatterns: esModule.transformIgnorePatterns,
  transform: { ...esModule.transform, '[.]tsx?$': ['@swc/jest', clientSwcOptions] },
};

// `scripts/chromium.mjs` has said so before the tests began.
const skipsBrowser = process.env.SKIP_BROWSER_TESTS === '1';

/** @type {import('jest').Config} */
module.exports = {
  // One more than there are cores: a quarter of the time a test waits, for a page, a disk or a clock.
  maxWorkers: 3,
  // Windows of jsdom leave some thirty megabytes a file behind, and with gigabytes of them each small collection takes long.
  workerIdleMemoryLimit: '1500MB',
  // Only for tests that hang: a slow machine, or a browser slowed down on purpose, must not fail a test.
  testTimeout: 240_000 * Number(process.env.BROWSER_SLOWDOWN ?? 1),
  globalSetup: path.join(__dirname, 'test/support/temporary-files.cjs'),
  projects: [
    {
      ...node,
      displayName: 'node',
      roots: ['server', 'shared', 'test'].map((folder) => path.join(__dirname, folder)).filter(existsSync),
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/browser/'],
    },
    {
      ...client,
      displayName: 'client',
      testEnvironment: 'node',
      testMatch: ['**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '[.]dom[.]spec[.]ts$'],
      setupFiles: [noNetwork],
    },
    {
      ...client,
      displayName: 'client-dom',
      testEnvironment: 'jsdom',
      testMatch: ['**/*.dom.spec.ts', '**/*.spec.tsx'],
      setupFiles: [path.join(__dirname, 'test/support/jsdom-setup.cjs'), noNetwork],
    },
    ...(skipsBrowser
      ? []
      : [
          {
            ...node,
            displayName: 'browser',
            // The tables of the site name what their screens stand in, and load none of it.
            transform: { ...node.transform, '[.]tsx$': ['@swc/jest', clientSwcOptions] },
            roots: [path.join(__dirname, 'test/browser')],
            globalSetup: path.join(__dirname, 'test/browser/support/before-all-files.ts'),
            globalTeardown: path.join(__dirname, 'test/browser/support/after-all-files.ts'),
            testMatch: ['**/*.spec.ts'],
          },
        ]),
  ],
};
