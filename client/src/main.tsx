import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { keepAddress } from './app/address';
import { FailureBoundary } from './app/failure-boundary';
import { followMarkets } from './app/market-stream';
import { createAppStore } from './app/store';
import { marketInAddress } from './features/choose-market/choice';
import { OverviewPage } from './pages/overview/overview-page';
import { startLanguage } from './shared/i18n/i18n';
import './shared/ui/tokens.css';
import './shared/ui/base.css';

void start();

async function start(): Promise<void> {
  await startLanguage();
  const store = createAppStore(marketInAddress(location.search));
  keepAddress(store);
  followMarkets(store);
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root');
  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <FailureBoundary>
          <OverviewPage />
        </FailureBoundary>
      </Provider>
    </StrictMode>,
  );
}
