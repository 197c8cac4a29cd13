/** Steps of a start, in order. */
export const START_STEPS = ['journal', 'stores', 'state', 'views', 'pages', 'demo', 'history', 'records'] as const;
export type StartStep = (typeof START_STEPS)[number];

/** A step has begun, or its progress from 0 to 1. */
export type OnStep = (step: StartStep, progress?: number) => void;

const DEMO_STEPS: ReadonlySet<StartStep> = new Set(['demo', 'history', 'records']);

export function stepsOf({ demo }: { demo: boolean }): readonly StartStep[] {
  return START_STEPS.filter((step) => demo || !DEMO_STEPS.has(step));
}
