import { ClientRegistrationElement } from './custom-element/client-registration-element.tsx';
import { defineElement } from './custom-element/define-element.ts';

// By default the API is at the origin of the script.
const script = document.currentScript;
if (script instanceof HTMLScriptElement && script.src)
  ClientRegistrationElement.apiBase = new URL(script.src).origin;

defineElement();
