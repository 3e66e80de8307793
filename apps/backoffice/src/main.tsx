import { PautaProvider } from '@pauta/core/react';
import { ThemeStyle } from '@pauta/layout/theme';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { allowEmptyMarkup } from './empty-markup.ts';
import { reloadOncePerPreloadError } from './preload-error.ts';
import { router } from './router.tsx';
import { client, session, settings } from './services.ts';

allowEmptyMarkup();
reloadOncePerPreloadError();

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
