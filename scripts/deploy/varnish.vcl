# A cache in front of the service. Varnish speaks no TLS: put Caddy, nginx or hitch before it, and set TRUST_PROXY=2.
#
#   varnishd -a 127.0.0.1:6081 -f varnish.vcl -s malloc,64m -p http_gzip_support=off -p http_range_support=off -p backend_idle_timeout=60
#
# http_gzip_support=off: the service compresses, and Varnish keeps br, gzip and plain answers apart by Vary instead of
# rewriting them. http_range_support=off: the service answers no ranges, so neither does its cache.
# backend_idle_timeout=60: behind a proxy the service closes an idle connection after 65 seconds.
vcl 4.1;

import std;

backend service {
    .host = "127.0.0.1";
    .port = "3000";
    .connect_timeout = 2s;
    .first_byte_timeout = 15s;
    .probe = {
        .url = "/readyz";
        .interval = 2s;
        .timeout = 1s;
        .window = 3;
        .threshold = 2;
        .initial = 2;
    }
}

sub vcl_recv {
    # No client says its preferences at such length, and the expressions below have a bound of their own.
    if (req.http.Accept ~ "(?s)^.{1025}") {
        return (synth(431, "Too large"));
    }
    # MCP is POST, and what is no GET is not for a cache: every field goes through as it came.
    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    # The service ignores the query.
    set req.url = regsub(req.url, "\?.*$", "");

    # The common spellings of a preference become one each; anything unusual stays as it came and has a copy of its own.
    # Markdown listed first and without a weight wins whatever follows. A list of well-formed members, none refused
    # (q=0) and none of them markdown, with HTML or a wildcard among them, is HTML.
    if (req.http.Accept ~ "(?i)^\s*text/markdown\s*(?:,|$)") {
        set req.http.Accept = "text/markdown";
    } elsif (!req.http.Accept || req.http.Accept ~ "(?i)^(?!.*markdown)(?=(?:.*,)?\s*(?:text/html|text/\*|\*/\*)\s*(?:[;,]|$))(?:\s*[\w.+*-]+/[\w.+*-]+(?:\s*;\s*(?:q=(?:1(?:\.0{0,3})?|0\.(?:[1-9]\d{0,2}|0[1-9]\d?|00[1-9]))|(?!q\s*=)[\w-]+=[\w.-]+))*\s*(?:,|$))+$") {
        set req.http.Accept = "text/html";
    }
    # A list of names without weights: of those names only br and gzip matter.
    if (req.http.Accept-Encoding ~ "(?i)^[a-z,\s-]*$") {
        if (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*br\s*(?:,|$)") {
            if (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*gzip\s*(?:,|$)") {
                set req.http.Accept-Encoding = "br, gzip";
            } else {
                set req.http.Accept-Encoding = "br";
            }
        } elsif (req.http.Accept-Encoding ~ "(?i)(?:^|,)\s*gzip\s*(?:,|$)") {
            set req.http.Accept-Encoding = "gzip";
        } elsif (req.http.Accept-Encoding !~ "(?i)gzip") {
            unset req.http.Accept-Encoding;
        }
    }

    # stale-while-revalidate. While the service is down, and on the second try after it failed, the whole grace counts.
    if (req.restarts == 0 && std.healthy(req.backend_hint)) {
        set req.grace = 10m;
    } else {
        set req.grace = 1d;
    }
    return (hash);
}

# No answer depends on Host: there is one cottage.
sub vcl_hash {
    hash_data(req.url);
    return (lookup);
}

sub vcl_backend_response {
    if (bereq.uncacheable) {
        return (deliver);
    }
    # An error never takes the place of an answer that may still be served, and is never kept.
    if (beresp.status >= 500 || (beresp.status != 200 && bereq.is_bgfetch)) {
        return (abandon);
    }
    if (beresp.status != 200) {
        set beresp.ttl = 0s;
        set beresp.grace = 0s;
        return (deliver);
    }
    # stale-if-error: as long as an old answer is at hand it is asked about with its entity tag and served in need.
    set beresp.grace = 1d;
}

sub vcl_backend_error {
    return (abandon);
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.Cache-Status = "varnish; hit";
    }
    unset resp.http.X-Varnish;
}

# Without an answer from the service: an old one, or else a refusal. Refusals have the Error shape of the service.
sub vcl_synth {
    if (resp.status != 431 && req.restarts == 0 && (req.method == "GET" || req.method == "HEAD")) {
        return (restart);
    }
    set resp.http.Content-Type = "application/json";
    set resp.http.Cache-Control = "no-store";
    set resp.http.Access-Control-Allow-Origin = "*";
    set resp.http.X-Content-Type-Options = "nosniff";
    unset resp.http.X-Varnish;
    if (resp.status == 431) {
        synthetic("""{"error":{"code":"fields_too_large","message":"The field Accept is longer than 1024 characters"}}""");
        return (deliver);
    }
    set resp.status = 503;
    set resp.http.Retry-After = "5";
    synthetic("""{"error":{"code":"unavailable","message":"The service does not answer","hint":"Try again in five seconds"}}""");
    return (deliver);
}
