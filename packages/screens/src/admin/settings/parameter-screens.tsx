import { postingAccounts } from '@pauta/domain/billing/ledger/posting-account.ts';
import { bankAccounts } from '@pauta/domain/finance/bank-account.ts';
import { exchangeRates } from '@pauta/domain/finance/exchange-rate.ts';
import { fiscalPeriods } from '@pauta/domain/finance/fiscal-period.ts';
import { fiscalSequences } from '@pauta/domain/finance/fiscal-sequence.ts';
import { reasons } from '@pauta/domain/finance/reason.ts';
import { taxRates } from '@pauta/domain/finance/tax-rate.ts';
import { withholdingRules } from '@pauta/domain/finance/withholding-rule.ts';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { pointsOfInterest } from '@pauta/domain/inventory/points-of-interest/point-of-interest.ts';
import type { AnyRecord, Resource } from '@pauta/domain/resource/resource.ts';
import { Route, Routes } from '@pauta/ui/router.ts';
import { resourceScreens, type ScreenOverrides } from '@pauta/ui/screens/resource-screens.tsx';
import { lazy, type ReactElement, Suspense } from 'react';
import { LoadCertificate } from '../../fiscal/load-certificate.tsx';
import { ProbeConnection } from '../../fiscal/probe-connection.tsx';
import { settingsPath } from './settings-path.ts';

const CloseChecklist = lazy(async () => ({
  default: (await import('../month-close/close-checklist.tsx')).CloseChecklist,
}));

/** What is still open of a month stands beside its data. */
const closing = {
  tabs: [
    {
      id: 'cierre',
      label: 'Cierre',
      content: (period: AnyRecord) => (
        <Suspense>
          <CloseChecklist period={period} />
        </Suspense>
      ),
    },
  ],
};

/** The lists of parameters, each with what it is for. */
const lists: readonly (readonly [Resource, string, ScreenOverrides['detail']?])[] = [
  [
    taxRates,
    'Cuando un artículo o una compañía no tienen otro, se aplica el habitual. A un cliente con exención vigente, el exento.',
  ],
  [
    exchangeRates,
    'Cada día hábil tiene la suya; un sábado, un domingo o un feriado usa la del último día hábil. Una tasa vale en un solo sentido.',
  ],
  [bankAccounts, 'Las cuentas de las compañías propias, en las que pagan los clientes.'],
  [
    fiscalSequences,
    'Los rangos autorizados de cada compañía. Los números se toman en orden al emitir; después no se reutilizan.',
  ],
  [
    fiscalPeriods,
    'Un mes que no está en la lista está abierto. En uno cerrado no se emite ni se contabiliza nada.',
    closing,
  ],
  [
    ecfIssuers,
    'Qué compañías emiten comprobantes electrónicos (e-CF), desde cuándo y con qué certificado. Antes de esa fecha emiten la serie B.',
    {
      actions: (issuer) => (
        <>
          <ProbeConnection issuer={issuer} />
          <LoadCertificate issuer={issuer} />
        </>
      ),
    },
  ],
  [withholdingRules, 'Qué parte retiene quien paga, según el país y el proveedor.'],
  [postingAccounts, 'Qué cuenta contable usa cada parte de los asientos que se registran solos.'],
  [
    pointsOfInterest,
    'Lugares cerca de los que se buscan espacios, como los supermercados de un cliente. Se importan de un archivo con nombre, tipo, latitud y longitud.',
  ],
  [reasons, 'Los que se eligen al perder, acreditar o anular algo, o cuando no se emite.'],
];

const routes = lists.map(([resource, description, detail]) => {
  const Screens = resourceScreens(resource, { list: { description }, ...(detail && { detail }) });
  const path = resource.screen.slice(settingsPath.length + 1);
  return <Route element={<Screens />} key={path} path={`${path}/*`} />;
});

/** Lists of parameters, below Configuración General. */
export function ParameterScreens(): ReactElement {
  return <Routes>{routes}</Routes>;
}
