import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { App } from './app/app';
import { FailureBoundary } from './app/failure-boundary';
import { createAppStore } from './app/store';
import { followExchange } from './app/stream';
import { sessionRestored } from './entities/session/session-slice';
import { currentTicket } from './shared/api/ticket';
import { startLanguage } from './shared/i18n/i18n';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

void start();

async function start(): Promise<void> {
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
}
