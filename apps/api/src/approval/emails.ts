import type { EmailContent } from '../mail/email.ts';

interface Asked {
  /** Full name of the recipient. */
  readonly name: string;
  /** The approved record: `CRE-2026-000012 · Distribuidora Corripio`. */
  readonly title: string;
  readonly url: string;
}

/** Identifies the approval, so that an unsent mail can be withdrawn once it is decided. */
export const requestSubject = (title: string): string => `Espera su aprobación: ${title}`;

/** To the users who may decide: the request, its reasons and its effect in money. */
export const requestEmail = (
  { name, title, url }: Asked,
  { by, reasons }: { by: string; reasons: readonly string[] },
): EmailContent => ({
  subject: requestSubject(title),
  name,
  paragraphs: [`${by} pide su aprobación de ${title}.`, ...reasons],
  action: { label: 'Ver y decidir', url },
  note: 'Recibe este correo porque usted puede decidirlo. Si ya lo decidió otra persona, no tiene que hacer nada.',
});

const outcomes = {
  approved: ['Aprobado', 'aprobó'],
  returned: ['Devuelto', 'devolvió'],
  rejected: ['Rechazado', 'rechazó'],
} as const;

/** To the author: the decision. */
export const decisionEmail = (
  { name, title, url }: Asked,
  { by, outcome, comment }: { by: string; outcome: keyof typeof outcomes; comment: string | null },
): EmailContent => {
  const [word, did] = outcomes[outcome];
  return {
    subject: `${word}: ${title}`,
    name,
    paragraphs: [
      `${by} ${did} lo que usted pidió: ${title}.`,
      ...(comment === null ? [] : [`Su comentario: ${comment}`]),
    ],
    action: { label: 'Ver la decisión', url },
    note: 'Recibe este correo porque usted pidió la aprobación.',
  };
};

/** To the author and the deciding users: the content changed, so the approval is void. */
export const fallenEmail = ({ name, title, url }: Asked): EmailContent => ({
  subject: `Cambió y necesita otra aprobación: ${title}`,
  name,
  paragraphs: [
    `${title} cambió después de pedir su aprobación. La que había queda sin efecto: era de otro contenido.`,
  ],
  action: { label: 'Ver qué se había pedido', url },
  note: 'Recibe este correo porque usted pidió esa aprobación o le tocaba decidirla.',
});
