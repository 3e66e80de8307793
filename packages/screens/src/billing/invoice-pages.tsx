import { Route, Routes } from '@pauta/ui/router.ts';
import { lazy, type ReactElement, Suspense } from 'react';
import { Invoices } from './invoices.tsx';

const EcfDocuments = lazy(async () => ({
  default: (await import('../fiscal/ecf-documents.tsx')).EcfDocuments,
}));
const VoidedNumbers = lazy(async () => ({
  default: (await import('../fiscal/voided-numbers.tsx')).VoidedNumbers,
}));
const ReceivedDocuments = lazy(async () => ({
  default: (await import('../fiscal/received/received-documents.tsx')).ReceivedDocuments,
}));
const Deliveries = lazy(async () => ({ default: (await import('./delivery/deliveries.tsx')).Deliveries }));
const AccountRooms = lazy(async () => ({
  default: (await import('./account-rooms/account-rooms.tsx')).AccountRooms,
}));
const FiscalReports = lazy(async () => ({
  default: (await import('../fiscal/reports/fiscal-reports.tsx')).FiscalReports,
}));

/** Facturación › Facturación, and below it the electronic documents and the reports of the tax authority. */
export const InvoicePages = (): ReactElement => (
  <Suspense>
    <Routes>
      <Route element={<EcfDocuments />} path="comprobantes-electronicos/*" />
      <Route element={<VoidedNumbers />} path="numeros-anulados/*" />
      <Route element={<ReceivedDocuments />} path="comprobantes-recibidos/*" />
      <Route element={<Deliveries />} path="correos/*" />
      <Route element={<AccountRooms />} path="paginas-de-cuenta/*" />
      <Route element={<FiscalReports />} path="reportes-fiscales" />
      <Route element={<Invoices />} path="*" />
    </Routes>
  </Suspense>
);
