import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { consentText } from '@pauta/domain/sales/signing/signature.ts';
import { uuid } from '@pauta/ui/testing/contract.ts';
import type { SignatureAnswer, SignerAnswer, SigningAnswer } from './signing-answer.ts';

/** A contract that waits for its signatures, for stories and tests. */
export const pendingContract = {
  id: uuid(1),
  row_version: 3,
  number: 'CT-2026-00012',
  name: 'Lanzamiento de temporada',
  status: 'pending_signature',
  archived_at: null,
  owner_id: { id: uuid(7), label: 'Ana Pérez' },
} as unknown as AnyRecord;

const documentHash = '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752';

/** A drawn signature. */
export const drawing = 'M60 120L90 60L120 130L150 70L190 140L230 90L300 120L420 80M200 160L440 150';

const unsigned = {
  asked_at: null,
  open_links: 0,
  opened_at: null,
  signature: null,
  consent: null,
  signed_with: null,
  ip: null,
  user_agent: null,
  registered_by: null,
  scan: null,
} as const;

const byLink: SignatureAnswer = {
  method: 'link',
  signed_on: '2026-10-04',
  at: '2026-10-04T15:00:00Z',
  typed_name: 'Marta Ibáñez',
  drawing,
  document_hash: documentHash,
};

/** Somebody whose turn it is. */
export const client: SignerAnswer = {
  ...unsigned,
  id: uuid(31),
  party: 'client',
  full_name: 'Marta Ibáñez',
  national_id: '001-1234567-8',
  capacity: 'legal_representative',
  email: 'marta@optica.example',
  turn: 1,
  in_turn: true,
  asked_at: '2026-10-02T13:00:00Z',
  open_links: 1,
};

const company: SignerAnswer = {
  ...unsigned,
  id: uuid(32),
  party: 'company',
  full_name: 'Luis Núñez',
  national_id: '001-7654321-0',
  capacity: 'attorney',
  email: null,
  turn: 2,
  in_turn: false,
};

/** Nobody has signed, and the document was opened. */
export const waiting: SigningAnswer = {
  id: uuid(21),
  hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  document_hash: documentHash,
  outcome: null,
  refusal_reason: null,
  at: '2026-10-02T12:30:00Z',
  signers: [client, company],
};

const signedClient: SignerAnswer = {
  ...client,
  in_turn: false,
  open_links: 0,
  opened_at: '2026-10-04T14:50:00Z',
  signature: byLink,
  consent: consentText('el contrato CT-2026-00012'),
  signed_with: 'marta@optica.example',
  ip: '190.80.12.4',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
};

/** The client signed by link. */
export const halfSigned: SigningAnswer = {
  ...waiting,
  signers: [signedClient, { ...company, in_turn: true }],
};

/** Everybody signed, the company on paper. */
export const complete: SigningAnswer = {
  ...waiting,
  outcome: 'completed',
  signers: [
    signedClient,
    {
      ...company,
      signature: {
        method: 'paper',
        signed_on: '2026-10-05',
        at: '2026-10-05T14:00:00Z',
        typed_name: null,
        drawing: null,
        document_hash: null,
      },
      registered_by: 'Ana Pérez',
      scan: { id: uuid(41), name: 'firma-luis.pdf', mime: 'application/pdf', bytes: 482133 },
    },
  ],
};

/** The client refused. */
export const refused: SigningAnswer = {
  ...waiting,
  outcome: 'refused',
  refusal_reason: 'El plazo de pago acordado eran 60 días.',
  signers: [{ ...client, in_turn: false, open_links: 0, opened_at: '2026-10-03T10:00:00Z' }, company],
};
