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
import { keepInstallOffer } from './kit/install-app/install-offer';
import { adoptStoredSession } from './kit/api/session';
import { startLanguage } from './kit/i18n/i18n';
import { addServerWords } from './kit/i18n/server-words';
import { loadWithRetry } from './kit/lib/load-with-retry';
import { followVersions } from './kit/lib/version';
import { watchPresence } from './kit/lib/storage/presence';
import { loadPage, withTimeout } from './kit/ui/page/lazy-page';
import { applyRisingColour } from './kit/ui/theme';
import './kit/ui/fonts.css';
import './kit/ui/tokens.css';
import './kit/ui/base.css';
import './kit/ui/before-page.css';

/** Timeout; after it the frame renders without the page. */
const FIRST_PAGE_MS_MAX = 1_000;

void start();

async function start(): Promise<void> {
  if (import.meta.env.PROD) followReports();
  // Loads in parallel with the texts and the first page, which do not wait for it.
  void stream().catch(() => undefined);
  keepInstallOffer();
  watchPresence();
  addServerWords(SITE.serverWords);
  await Promise.all([startLanguage(SITE.menuTexts), firstPage()]);
  const store = createAppStore(SITE.channels);
  adoptStoredSession(store);
  // Reports page visibility to RTK Query, so polling stops while the page is hidden.
  setupListeners(store.dispatch);
  followSession(store);
  followRebuild(store);
  applyRisingColour();
  void loadWithRetry(stream, ({ followExchange }) => followExchange(store, SITE.channels));
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  const reactRoot = createRoot(root);
  // Rendering as a transition is interruptible, so a phone can respond to touch meanwhile.
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
  // Preferences stored locally are already applied. Those stored in the account follow.
  void loadWithRetry(
    () => import('./app/choices/follow-choices'),
    ({ followChoices }) => void followChoices(store),
  );
}

function stream() {
  return import('./app/stream');
}

/** Loads the first page's chunk in parallel with the texts. A short wait lets the page paint complete in one step. */
async function firstPage(): Promise<void> {
  const first = SITE.screens.find(({ path }) => path === location.pathname);
  // The page itself reports a failed load.
  if (first) await withTimeout(() => loadPage(first.load), FIRST_PAGE_MS_MAX).catch(() => undefined);
}
