import { fiscalSequences } from '@pauta/domain/finance/fiscal-sequence.ts';
import { ecfIssuers } from '@pauta/domain/fiscal/do/ecf-issuer.ts';
import { ecfDocuments } from '@pauta/domain/fiscal/ecf-documents/ecf-document.ts';
import { receivedDocuments } from '@pauta/domain/fiscal/received-documents/received-document.ts';
import { voidedNumbers } from '@pauta/domain/fiscal/voided-numbers/voided-numbers.ts';
import type { Area } from '../platform/area.ts';
import { workRegularly } from '../platform/regular-work.ts';
import type { StateChangeHandler } from '../resource/commands/handler.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { certificateRoute } from './do/issuing/certificate-route.ts';
import { ecfFileRoutes } from './do/issuing/file-routes.ts';
import { probeRoute } from './do/issuing/probe-route.ts';
import { signAgain } from './do/issuing/sign-again.ts';
import { signDueDocuments } from './do/issuing/sign-documents.ts';
import { approveReceived, attemptReceived, rejectReceived } from './do/receiving/decide.ts';
import { receivedFileRoutes } from './do/receiving/received-files.ts';
import { receivingRoutes } from './do/receiving/receiving-routes.ts';
import { sendDueAnswers } from './do/receiving/send-answers.ts';
import { fiscalReportRoutes } from './do/reports/report-routes.ts';
import { deliverDue } from './do/sending/deliver-documents.ts';
import { createEcfClients } from './do/sending/ecf-clients.ts';
import { createEcfSender } from './do/sending/send-documents.ts';
import { sendDueVoided } from './do/voiding/send-voided.ts';
import { voidNumbers } from './do/voiding/void-numbers.ts';
import { voidedFileRoute } from './do/voiding/voided-file.ts';

/** Makes the next attempt due. */
const attemptNow: StateChangeHandler = async ({ now }) => ({ next_attempt_at: now.toISOString() });

/** Delivers to the customer again. */
const deliverAgain: StateChangeHandler = async ({ now }) => ({
  receiver_status: 'to_send',
  receiver_attempts: 0,
  receiver_message: null,
  receiver_next_at: now.toISOString(),
});

/** Fiscal documents by country: electronic ones, their issuers and files, and monthly reports. */
export const fiscalArea: Area = (app) => {
  app.database.explainConstraints({
    ecf_documents_signed_once: {
      message: 'Su número ya no se puede usar. Anule la factura y emita otra, que lleva un número nuevo.',
    },
    ecf_documents_answered_once: { message: 'El cliente ya respondió este comprobante.' },
    received_documents_keep: { message: 'Lo recibido no se modifica, y se responde una sola vez.' },
    ecf_issuers_own_address: { field: 'service_url', message: 'Escriba la dirección de los servicios.' },
    ecf_documents_void_unsent: {
      message:
        'El comprobante ya se envió, o pudo haber llegado: no se anula. Emita una nota de crédito por el total.',
    },
    invoices_void_on_paper: {
      message: 'Un comprobante electrónico no se anula: emita una nota de crédito por el total.',
    },
  });
  const clients = createEcfClients(app);
  certificateRoute(app);
  probeRoute(app, clients);
  ecfFileRoutes(app);
  mountResource(app, ecfIssuers);
  mountResource(app, ecfDocuments, {
    commands: {
      send_now: attemptNow,
      sign_again: signAgain,
      deliver_again: deliverAgain,
    },
  });
  mountResource(app, fiscalSequences, { commands: { void_numbers: voidNumbers } });
  mountResource(app, voidedNumbers, { commands: { send_now: attemptNow, send_again: attemptNow } });
  voidedFileRoute(app);
  mountResource(app, receivedDocuments, {
    commands: { approve: approveReceived, reject: rejectReceived, consult_now: attemptReceived },
  });
  receivedFileRoutes(app);
  receivingRoutes(app);
  fiscalReportRoutes(app);
  const sender = createEcfSender(app);
  workRegularly(app, {
    failure: 'electronic documents were not signed and sent',
    pause: 15_000,
    work: async (isStopped) => {
      await signDueDocuments(app, isStopped);
      await sender.sendDue(isStopped);
      await sendDueVoided(app, clients, isStopped);
      await deliverDue(app, clients, isStopped);
      await sendDueAnswers(app, clients, isStopped);
      return undefined;
    },
  });
};
