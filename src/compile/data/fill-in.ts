/**
 * Recognises the placeholder that a new cottage's files have where only the owner knows what to write.
 *
 * It knows the placeholder of every language of the templates, and not where in a file it may be.
 */

export const FILL_IN = /FILL IN|AUSFÜLLEN|À COMPLÉTER|POR COMPLETAR|DA COMPILARE|INVULLEN/;
