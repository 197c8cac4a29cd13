import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

// A replay handler that reads a clock is the one bug we must never have. So the core has no way to ask for time, chance
// or the outside world, and nothing in it waits; and money never passes through a float.
const coreGlobals = [
  ['Date', 'Time comes in with the command.'],
  ['performance', 'Time comes in with the command.'],
  ['setTimeout', 'The core is synchronous.'],
  ['setInterval', 'The core is synchronous.'],
  ['setImmediate', 'The core is synchronous.'],
  ['queueMicrotask', 'The core is synchronous.'],
  ['Promise', 'The core is synchronous.'],
  ['crypto', 'Randomness and hashing belong to the engine.'],
  ['process', 'The core knows no process.'],
  ['console', 'The core writes no log.'],
  ['fetch', 'The core knows no network.'],
  ['parseFloat', 'Money is integer.'],
].map(([name, message]) => ({ name, message }));

const coreSyntax = [
  ['MemberExpression[object.name="Math"][property.name="random"]', 'Randomness is never in the core.'],
  [':function[async=true]', 'The core is synchronous.'],
  ['AwaitExpression', 'The core is synchronous.'],
  ['ForOfStatement[await=true]', 'The core is synchronous.'],
  ['ImportExpression', 'The core imports statically.'],
  ['MemberExpression[property.name="toFixed"]', 'Money is integer; format at the edge.'],
  ['MemberExpression[object.name="Number"][property.name="parseFloat"]', 'Money is integer.'],
  ['MemberExpression[property.name=/^toLocale/]', 'A result that depends on the locale does not replay.'],
  ['MemberExpression[property.name="localeCompare"]', 'A result that depends on the locale does not replay.'],
].map(([selector, message]) => ({ selector, message }));

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: one concept has one name everywhere.',
};

export default tseslint.config(
  // The sample product compiles in a copy of the tree: test/browser/site/sample-product.spec.ts.
  { ignores: ['dist/', 'coverage/', 'data/', 'client/dist/', 'test/sample/'] },
  {
    files: ['**/*.{mjs,cjs,js}'],
    extends: [js.configs.recommended],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'module', 'require', 'Buffer', '__dirname', 'setTimeout', 'URL', 'AbortController'].map(
          (name) => [name, 'readonly'],
        ),
      ),
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      // The rule does not know that an amount or a price with its unit is a number.
      '@typescript-eslint/no-unsafe-unary-minus': 'off',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { allowDefaultCaseForExhaustiveSwitch: false, considerDefaultExhaustiveForUnions: false },
      ],
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // A method that must match an asynchronous port may have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      'no-restricted-syntax': ['error', noDefaultExport],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['server/core/**/*.ts', 'server/products/core.ts', 'server/products/*/core/**/*.ts'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': ['error', ...coreGlobals],
      'no-restricted-syntax': ['error', noDefaultExport, ...coreSyntax],
    },
  },
  {
    // Hooks in the wrong place or with a missing dependency, and controls that some users cannot reach or hear.
    files: ['client/src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      // The plugin's other rules prepare for a compiler that is not used here.
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      // A scrolling region takes the focus, so that keys scroll it, and its role names it.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['tabpanel', 'region', 'group'] }],
      // One listener for all controls within, or an addition to the keyboard's way: the backdrop of a dialog, a drop.
      'jsx-a11y/no-noninteractive-element-interactions': [
        'error',
        { dialog: ['onMouseDown', 'onCancel'], table: ['onKeyDown'], label: ['onDragOver', 'onDragLeave', 'onDrop'] },
      ],
      'jsx-a11y/no-static-element-interactions': ['error', { handlers: ['onClick', 'onMouseDown', 'onMouseUp'] }],
      // Components move the focus where something opened at a press.
      'jsx-a11y/no-autofocus': ['error', { ignoreNonDOM: true }],
      'jsx-a11y/label-has-associated-control': ['error', { depth: 3 }],
    },
  },
  {
    // Values of test libraries are often untyped; the tests themselves are typed.
    files: ['**/*.spec.{ts,tsx}', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    // Tools that are configured by a default export.
    files: ['**/*.config.{ts,mjs}'],
    rules: { 'no-restricted-syntax': 'off' },
  },
);
