/** Kinds of documents of a registration. */
export const registrationDocumentKinds = {
  commercial_registry: 'Registro mercantil',
  tax_certificate: 'Certificado de RNC',
  representative_id: 'Identificación del representante',
  authorization_letter: 'Carta de autorización',
  other: 'Otro documento',
} as const;

/** A kind by its stored name. */
export type RegistrationDocumentKind = keyof typeof registrationDocumentKinds;

/** Documents that one registration may have. */
export const mostRegistrationDocuments = 20;

/** Accepted file types of a kind of document, from the catalogue of file types. */
export interface RegistrationDocumentRule {
  readonly kind: RegistrationDocumentKind;
  readonly label: string;
  /** Whether the documents are incomplete without it. */
  readonly required: boolean;
  /** Required and missing. */
  readonly missing: boolean;
  readonly extensions: readonly string[];
  readonly mimes: readonly string[];
  readonly max_mb: number;
}

/** A document as displayed in the review and on the page of the visitor. */
export interface RegistrationDocument {
  readonly id: string;
  readonly kind: RegistrationDocumentKind;
  readonly file: {
    readonly id: string;
    readonly name: string;
    readonly mime: string;
    readonly bytes: number;
  };
  readonly created_at: string;
  /** The user who added it; null when the visitor did. */
  readonly author: { readonly id: string; readonly label: string } | null;
  /** Uploaded with the currently open link, so the visitor may remove it. */
  readonly removable: boolean;
}
