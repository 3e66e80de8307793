/** Days for which the link of a signer opens, if nobody chooses another day. */
export const signingLinkDays = 30;

/** Width and height of the box in which a signature is drawn. */
export const drawingBox = { width: 600, height: 200 } as const;

/** Longest path of a drawn signature, in characters. */
export const longestDrawing = 20_000;

const path = /^(?:M\d{1,3} \d{1,3}(?:L\d{1,3} \d{1,3})*)+$/;

/**
 * Whether a text is a drawn signature: an SVG path of straight lines between whole points of `drawingBox`.
 *
 * @example isDrawing('M10 20L30 40L55 41') // true
 */
export const isDrawing = (text: string): boolean =>
  text.length <= longestDrawing && path.test(text) && text.includes('L');

/** A drawn signature as a file that shows it, black on nothing. */
export const drawingSvg = (drawing: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${drawingBox.width} ${drawingBox.height}"><path d="${drawing}" ` +
  'fill="none" stroke="#111" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/**
 * The sentence to which a signer agrees. It states what Dominican law asks of an electronic signature (Ley 126-02, art. 6
 * and 31): who signs, what, and that it binds like one by hand.
 *
 * @param document "el contrato CT-2026-00012"
 */
export const consentText = (document: string): string =>
  `Leí ${document} completo y lo firmo electrónicamente. Acepto que esta firma me obliga igual que mi firma de puño y letra.`;

/** How a signature was given. */
export const signingMethods = {
  link: 'Por enlace, con código enviado a su correo',
  in_person: 'En persona, ante un usuario',
  paper: 'En papel',
} as const;
