import { PautaProvider } from '@pauta/core/react';
import { recoverFromChunkErrors } from '@pauta/layout/recovery';
import { applyTheme, ThemeStyle } from '@pauta/layout/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { allowEmptyMarkup } from './empty-markup.ts';
import { router } from './router.tsx';
import { client, session, settings } from './services.ts';

allowEmptyMarkup();
applyTheme();
recoverFromChunkErrors({
  goingTo: () => {
    const { location } = router.state.navigation;
    return location ? location.pathname + location.search + location.hash : null;
  },
});

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ThemeStyle />
    <PautaProvider client={client} session={session} settings={settings}>
      <RouterProvider router={router} />
    </PautaProvider>
  </StrictMode>,
);
