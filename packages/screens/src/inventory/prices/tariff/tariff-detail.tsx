import type { ScreenOverrides } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, Suspense } from 'react';

// Loaded with the page of a list only.
const TariffPdf = lazy(async () => ({ default: (await import('./tariff-pdf.tsx')).TariffPdf }));
const TariffNotice = lazy(async () => ({ default: (await import('./tariff-notice.tsx')).TariffNotice }));
const ShareTariff = lazy(async () => ({ default: (await import('./share-tariff.tsx')).ShareTariff }));

/** What the page of a price list has for its tariff: PDF, public link. */
export const tariffDetail = {
  actions: (list) => (
    <Suspense>
      <TariffPdf list={list} />
    </Suspense>
  ),
  above: (list) => (
    <Suspense>
      <TariffNotice list={list} />
    </Suspense>
  ),
  commandDialogs: { share_tariff: ShareTariff },
} satisfies ScreenOverrides['detail'];
