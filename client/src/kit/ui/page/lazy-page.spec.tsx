import { act, fireEvent, render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { startLanguage } from '../../i18n/i18n';
import { notifyReconnect } from '../../lib/storage/reconnect';
import { FaultBoundary } from './fault-boundary';
import { LazyPage, loadPage, withTimeout } from './lazy-page';

const LIMIT_MS = 120_000;
const Page = () => <h1>The page</h1>;
const never = () => new Promise<ComponentType>(() => undefined);

const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const retry = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })));

beforeAll(startLanguage);
beforeEach(() => {
  jest.useFakeTimers();
  // React logs every error that a boundary catches.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('lazy page', () => {
  it('shows a loading state, then the page', async () => {
    render(<LazyPage load={() => Promise.resolve(Page)} />);
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    await wait(0);
    expect(screen.getByRole('heading').textContent).toBe('The page');
  });

  it('renders at once if its chunk is loaded', async () => {
    const load = jest.fn(() => Promise.resolve(Page));
    await loadPage(load);
    render(<LazyPage load={load} />);
    expect(screen.getByRole('heading').textContent).toBe('The page');
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('fails after exactly 120 seconds and can be retried', async () => {
    const load = jest.fn(never);
    render(<LazyPage load={load} />);
    await wait(LIMIT_MS - 1_000);
    expect(screen.queryByRole('alert')).toBeNull();
    await wait(1_000);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');

    load.mockImplementationOnce(() => Promise.resolve(Page));
    await retry();
    await wait(0);
    expect(screen.getByRole('heading').textContent).toBe('The page');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
    ['the exchange is heard again', notifyReconnect],
  ])('retries by itself when %s', async (_, comesBack) => {
    const load = jest.fn(() => Promise.reject<ComponentType>(new TypeError('Failed to fetch')));
    render(<LazyPage load={load} />);
    await wait(0);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
    load.mockImplementation(() => Promise.resolve(Page));
    await act(async () => void comesBack());
    await wait(0);
    expect(screen.getByRole('heading').textContent).toBe('The page');
    await act(async () => void comesBack());
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('switches to another page, which loads its own chunk', async () => {
    const other = () => new Promise<ComponentType>((resolve) => setTimeout(resolve, 1_000, () => <h1>Another</h1>));
    const load = () => Promise.resolve(Page);
    const { rerender } = render(<LazyPage load={load} />);
    await wait(0);
    rerender(<LazyPage load={other} />);
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    await wait(1_000);
    expect(screen.getByRole('heading').textContent).toBe('Another');
    rerender(<LazyPage load={load} />);
    expect(screen.getByRole('heading').textContent).toBe('The page');
  });

  it('does not report a render error as a load error', async () => {
    const Broken = () => {
      throw new Error('a mistake of ours');
    };
    render(
      <FaultBoundary place="/" fallback={() => <p>A mistake</p>}>
        <LazyPage load={() => Promise.resolve(Broken)} />
      </FaultBoundary>,
    );
    await wait(0);
    expect(screen.getByText('A mistake')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('waits another 120 seconds on each retry', async () => {
    render(<LazyPage load={never} />);
    await wait(LIMIT_MS);
    await retry();
    expect(screen.getByRole('status').textContent).toBe('Loading…');
    await wait(LIMIT_MS - 1_000);
    expect(screen.queryByRole('alert')).toBeNull();
    await wait(1_000);
    expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  });

  it('fails at once when loading fails', async () => {
    render(<LazyPage load={() => Promise.reject(new Error('no such file'))} />);
    await wait(0);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('time limit', () => {
  it('leaves no timer behind after success', async () => {
    await expect(withTimeout(() => Promise.resolve(1), LIMIT_MS)).resolves.toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('is final: a late result is ignored', async () => {
    const late = withTimeout(() => new Promise((resolve) => setTimeout(resolve, LIMIT_MS + 1, 'late')), LIMIT_MS);
    const outcome = expect(late).rejects.toThrow('not loaded within 120000 ms');
    await jest.advanceTimersByTimeAsync(LIMIT_MS + 1);
    await outcome;
  });
});
