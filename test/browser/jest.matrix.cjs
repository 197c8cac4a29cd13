// `npm run test:matrix`: the project `browser` of the whole configuration, over its matrix alone.
const path = require('node:path');
const { projects, ...rest } = require('../../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  ...rest,
  projects: projects
    .filter(({ displayName }) => displayName === 'browser')
    .map((project) => ({ ...project, rootDir: path.resolve(__dirname, '../..'), testMatch: ['**/*.matrix.ts'] })),
};
