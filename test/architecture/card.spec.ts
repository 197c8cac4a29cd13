/**
 * Files at the top of the repository, and the packages that the exchange is built on: newcomers orient themselves by
 * these.
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');
const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');

it.each([
  'package.json',
  'nest-cli.json',
  'tsconfig.json',
  'server',
  'client',
  'shared',
  'docker-compose.yml',
  'test',
  'README.md',
])('has %s at the top', (name) => {
  expect(existsSync(path.join(root, name))).toBe(true);
});

it.each([
  'react',
  'react-dom',
  '@reduxjs/toolkit',
  'react-redux',
  'socket.io',
  'socket.io-client',
  '@nestjs/core',
  '@nestjs/cqrs',
  '@nestjs/cli',
  '@eventstore/db-client',
  'big.js',
  'i18next',
])('stands on the package %s', (name) => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name]);
});

it('is tested with jest', () => {
  expect(JSON.parse(read('test/package.json'))).toHaveProperty(['devDependencies', 'jest']);
});

it('builds the server as nest-cli.json says', () => {
  const { sourceRoot, entryFile, compilerOptions } = JSON.parse(read('nest-cli.json')) as {
    sourceRoot: string;
    entryFile: string;
    compilerOptions: { tsConfigPath: string };
  };
  expect({ sourceRoot, entryFile }).toEqual({ sourceRoot: 'server', entryFile: 'server/main' });
  expect(existsSync(path.join(root, compilerOptions.tsConfigPath))).toBe(true);
  expect(read('scripts/bootstrap.mjs')).toContain("command: 'node node_modules/@nestjs/cli/bin/nest.js build'");
});
