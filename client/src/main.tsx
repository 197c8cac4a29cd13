import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { App } from './app/app';
import { FailureBoundary } from './app/failure-boundary';
import { newVersionKnown } from './app/frame/new-version';
import { SCREENS } from './app/routes';
import { createAppStore } from './app/store';
import { followExchange } from './app/stream';
import { followVersions } from './app/version';
import { sessionRestored } from './entities/session/session-slice';
import { keepInstallOffer } from './features/install-app/install-offer';
import { currentTicket } from './shared/api/ticket';
import { startLanguage } from './shared/i18n/i18n';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

void start();

async function start(): Promise<void> {
  keepInstallOffer();
  // The first page's own part comes beside the texts, not after them. Whether it came is for the page to say.
  SCREENS.find(({ path }) => path === location.pathname)
    ?.load()
    .catch(() => undefined);
  await startLanguage();
  const store = createAppStore();
  store.dispatch(sessionRestored(currentTicket()));
  followExchange(store);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <FailureBoundary>
          <App />
        </FailureBoundary>
      </Provider>
    </StrictMode>,
  );
  if (import.meta.env.PROD) followVersions(import.meta.url, newVersionKnown);
}
