/**
 * What none of the owner's texts should say, be it in a data file or on a page.
 */

/** Names that belong to the sample cottage and to no other. */
export const SAMPLE_WORDS = /\b(?:Wrenfold|Hathersby|Sillerdale|Kirkby Siller)\b/i;

/** What a new cottage's files say where only the owner knows what to write. */
const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;

/** What opens a door or a network, as it is called in English, German, French, Spanish, Italian and Dutch. */
const SECRETS: readonly RegExp[] = [
  /\b(?:(?:door|gate|alarm|entry|access|key ?safe|key ?box|lock ?box) ?(?:code|pin|number)|(?:key ?safe|lock ?box|code) is\b|pin ?code)\b/i,
  /\b(?:t(?:ü|ue)r|tor|haus|zugangs|alarm|schl(?:ü|ue)ssel(?:tresor|safe|box|kasten)?)[- ]?(?:code|pin|nummer|kombination)\b|\bcode (?:lautet|ist)\b/i,
  /\b(?:digicode|code (?:de (?:la |l['’])?|du |d['’])(?:bo[iî]te|porte|porta(?:il|l)|entr[ée]e|acc[èe]s|alarme|coffre)|code (?:est|secret)\b)/i,
  /\b(?:c[óo]digo|clave) (?:de (?:la |l )?|del )?(?:puerta|caja|portal|entrada|acceso|alarma|llaves)\b|\b(?:c[óo]digo|clave) es\b/i,
  /\bcodice (?:della? |del(?:l['’])? ?|d['’]|di )?(?:porta|portone|cancello|cassetta|accesso|ingresso|allarme|chiavi)\b|\bcodice [èe]\s/i,
  /\b(?:deur|poort|alarm|toegangs|sleutel(?:kluis|kastje|box)?)[- ]?(?:code|pin|nummer)\b|\bcode is\b/i,
  /\bwi-?fi[- ]?(?:password|passphrase|key|code|passwort|schl(?:ü|ue)ssel|kennwort|wachtwoord|sleutel)\b|\bwpa[23]?\b|\bwlan-?(?:passwort|schl(?:ü|ue)ssel|kennwort|code)\b/i,
  /\b(?:password|passphrase|passwort|kennwort|mot de passe|contrase(?:ñ|n)a|wachtwoord)\b|\b(?:cl[ée]|clave|chiave|codice) (?:du |de la |del |della )?wi-?fi\b/i,
];

/** What is wrong with a text, as the rest of a sentence that begins with its name; undefined when nothing is. */
export function textAdvice(text: string): string | undefined {
  const left = FILL_IN.exec(text)?.[0];
  if (left !== undefined) return `says "${left}"; write what is true of your cottage`;
  for (const secret of SECRETS) {
    const found = secret.exec(text)?.[0].trim();
    if (found !== undefined) return `speaks of a "${found}"; everyone in the world can read this, so give such things to your guests in person`;
  }
  return undefined;
}
