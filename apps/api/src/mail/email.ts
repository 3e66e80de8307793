/** The content of a mail, independent of text or HTML. */
export interface EmailContent {
  subject: string;
  /** Full name of the recipient. */
  name: string;
  /** One or more sentences, without markup. */
  paragraphs: readonly string[];
  /** The requested action: shown as a button and, below it, as the plain address. */
  action?: { label: string; url: string };
  /** Why the mail was sent, and what to do if it was not expected. */
  note: string;
  attachments?: readonly Attachment[];
}

/** A file of a mail. */
export interface Attachment {
  /** Name of the file, with its extension. */
  name: string;
  /** MIME type. */
  type: string;
  /** Its bytes in base64. */
  content: string;
}

/** A complete mail: the same text as plain text and as HTML. */
export interface EmailBody {
  text: string;
  html: string;
  attachments?: readonly Attachment[];
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const asText = ({ name, paragraphs, action, note }: EmailContent): string =>
  [
    `Hola, ${oneLine(name)}:`,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    note,
    'Pauta',
  ].join('\n\n');

// No external images, fonts or style sheets, so that opening the mail reveals nothing to the sender.
const asHtml = ({ subject, name, paragraphs, action, note }: EmailContent): string => {
  const paragraph = (text: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(text)}</p>`;
  const url = escaped(action?.url ?? '');
  const button = action
    ? `<p style="margin:24px 0"><a href="${url}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none;font-weight:600">${escaped(action.label)}</a></p>` +
      `<p style="margin:0 0 24px;font-size:13px;color:#52525b">Si el botón no funciona, copie esta dirección en su navegador:<br><a href="${url}" style="color:#1d4ed8;word-break:break-all">${url}</a></p>`
    : '';
  return `<!doctype html><html lang="es"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head><body style="margin:0;padding:24px;background:#f4f4f5;color:#18181b;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"><div style="max-width:560px;margin:0 auto;padding:32px;border-radius:12px;background:#ffffff">${paragraph(`Hola, ${oneLine(name)}:`)}${paragraphs.map((text) => paragraph(text)).join('')}${button}${paragraph(note, 'font-size:13px;color:#52525b')}</div></body></html>`;
};

/** @example writeEmail(invitationEmail({ … })).text // 'Hola, Ana: …' */
export const writeEmail = (content: EmailContent): EmailBody => ({
  text: asText(content),
  html: asHtml(content),
  ...(content.attachments && { attachments: content.attachments }),
});

/** What somebody wrote, as the paragraphs of a mail. */
export const paragraphsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
