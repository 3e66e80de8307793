import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { ecfDocuments } from '@pauta/domain/fiscal/ecf-documents/ecf-document.ts';
import type { Area } from '../platform/area.ts';
import { workRegularly } from '../platform/regular-work.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { certificateRoute } from './do/issuing/certificate-route.ts';
import { ecfFileRoutes } from './do/issuing/file-routes.ts';
import { signDueDocuments } from './do/issuing/sign-documents.ts';
import { fiscalReportRoutes } from './do/reports/report-routes.ts';
import { createEcfSender } from './do/sending/send-documents.ts';

/** Fiscal documents by country: electronic ones, their issuers and files, and monthly reports. */
export const fiscalArea: Area = (app) => {
  app.database.explainConstraints({
    ecf_issuers_own_address: { field: 'service_url', message: 'Escriba la dirección de los servicios.' },
    invoices_void_on_paper: {
      message: 'Un comprobante electrónico no se anula: emita una nota de crédito por el total.',
    },
  });
  certificateRoute(app);
  ecfFileRoutes(app);
  mountResource(app, ecfIssuers);
  mountResource(app, ecfDocuments, {
    commands: { send_now: async ({ now }) => ({ next_attempt_at: now.toISOString() }) },
  });
  fiscalReportRoutes(app);
  const sender = createEcfSender(app);
  workRegularly(app, {
    failure: 'electronic documents were not signed and sent',
    pause: 15_000,
    work: async (isStopped) => {
      await signDueDocuments(app, isStopped);
      await sender.sendDue(isStopped);
      return undefined;
    },
  });
};
