import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { setupListeners } from '@reduxjs/toolkit/query';
import { Provider } from 'react-redux';
import { App } from './app/app';
import { FailureBoundary } from './app/failure-boundary';
import { followRebuild } from './app/follow-rebuild';
import { followSession } from './app/follow-session';
import { followReports } from './app/reports';
import { SITE } from './app/site';
import { createAppStore } from './app/store';
import { keepInstallOffer } from './features/install-app/install-offer';
import { takeUpSession } from './shared/api/session';
import { startLanguage } from './shared/i18n/i18n';
import { patiently } from './shared/lib/patiently';
import { followVersions } from './shared/lib/version';
import { watchPresence } from './shared/lib/storage/presence';
import { loadPage, within } from './shared/ui/page/lazy-page';
import { followRising } from './shared/ui/theme';
import './shared/ui/fonts.css';
import './shared/ui/tokens.css';
import './shared/ui/base.css';
import './shared/ui/before-page.css';

/** Longer, and the frame around it comes first. */
const FIRST_PAGE_MS_MAX = 1_000;

void start();

async function start(): Promise<void> {
  if (import.meta.env.PROD) followReports();
  // Beside the texts and the first page, which do not wait for it.
  void stream().catch(() => undefined);
  keepInstallOffer();
  watchPresence();
  await Promise.all([startLanguage(), firstPage()]);
  const store = createAppStore(SITE.channels);
  takeUpSession(store);
  // Whether somebody looks: who asks again and again stops while nobody does.
  setupListeners(store.dispatch);
  followSession(store);
  followRebuild(store);
  followRising();
  void patiently(stream, ({ followExchange }) => followExchange(store, SITE.channels));
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const reactRoot = createRoot(root);
  // In slices: a phone stays able to answer a finger while the page is being made.
  startTransition(() =>
    reactRoot.render(
      <StrictMode>
        <Provider store={store}>
          <FailureBoundary place="app">
            <App />
          </FailureBoundary>
        </Provider>
      </StrictMode>,
    ),
  );
  if (import.meta.env.PROD) followVersions(import.meta.url);
  // What was kept here is on the screen by now; what the account knows better comes behind it.
  void patiently(
    () => import('./entities/choices/follow-choices'),
    ({ followChoices }) => void followChoices(store),
  );
}

function stream() {
  return import('./app/stream');
}

/** The first page's own part comes beside the texts. Shortly waited for, so that the page is painted whole and once. */
async function firstPage(): Promise<void> {
  const first = SITE.screens.find(({ path }) => path === location.pathname);
  // Whether it came is for the page to say.
  if (first) await within(() => loadPage(first.load), FIRST_PAGE_MS_MAX).catch(() => undefined);
}
