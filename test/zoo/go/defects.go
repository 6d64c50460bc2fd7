// Receivers on net/http with one defect each, named by its key.
package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

// card is what the payload of an event about a card has, in its order.
type card struct {
	Status        string `json:"status"`
	CardAccountID string `json:"card_account_id"`
	LastFour      string `json:"last_four"`
	CardID        string `json:"card_id"`
	CustomerID    string `json:"customer_id"`
}

type cardEvent struct {
	Event      string `json:"event"`
	OccurredAt string `json:"occurred_at"`
	Card       *card  `json:"card,omitempty"`
}

func marshalled(into func() any) func([]byte) []byte {
	return func(body []byte) []byte {
		value := into()
		if json.Unmarshal(body, value) != nil {
			return body
		}
		text, _ := json.Marshal(value)
		return text
	}
}

// seenBefore is true if the id was seen before, without a lock around the work that follows.
func seenBefore(id string) bool {
	lock.Lock()
	defer lock.Unlock()
	return seen[id]
}

func markSeen(id string) {
	lock.Lock()
	defer lock.Unlock()
	seen[id] = true
}

var defects = map[string]func(re *receiver){
	"map-marshalled":    func(re *receiver) { re.bodyOf = marshalled(func() any { return new(map[string]any) }) },
	"struct-marshalled": func(re *receiver) { re.bodyOf = marshalled(func() any { return new(cardEvent) }) },
	"indented": func(re *receiver) {
		re.bodyOf = func(body []byte) []byte {
			var value map[string]any
			_ = json.Unmarshal(body, &value)
			text, _ := json.MarshalIndent(value, "", "  ")
			return text
		}
	},
	"bytes-printed": func(re *receiver) { re.bodyOf = func(body []byte) []byte { return []byte(fmt.Sprint(body)) } },
	"map-printed": func(re *receiver) {
		re.bodyOf = func(body []byte) []byte {
			var value map[string]any
			_ = json.Unmarshal(body, &value)
			return []byte(fmt.Sprint(value))
		}
	},
	"base64-for-urls": func(re *receiver) { re.encode = base64.URLEncoding.EncodeToString },
	"base64-unpadded": func(re *receiver) { re.encode = base64.RawStdEncoding.EncodeToString },
	"hex":             func(re *receiver) { re.encode = hex.EncodeToString },
	"secret-as-text":  func(re *receiver) { re.key = func() []byte { return []byte(secret) } },
	"secret-unset":    func(re *receiver) { re.key = func() []byte { return []byte(os.Getenv("SIGNING_SECRET")) } },
	"name-not-canonical": func(re *receiver) {
		re.header = func(r *http.Request, name string) string { return strings.Join(r.Header[name], ",") }
	},
	"missing-header-panics": func(re *receiver) {
		re.header = func(r *http.Request, name string) string { return r.Header[http.CanonicalHeaderKey(name)][0] }
	},
	"equal-fold": func(re *receiver) { re.same = strings.EqualFold },
	"has-prefix": func(re *receiver) {
		re.same = func(given, expected string) bool { return strings.HasPrefix(expected, given) }
	},
	"contains": func(re *receiver) {
		re.signatures = func(header string) []string { return []string{header} }
		re.same = strings.Contains
	},
	"first-signature": func(re *receiver) {
		re.signatures = func(header string) []string { return versioned(header)[:1] }
	},
	"age-in-nanoseconds": func(re *receiver) { re.fresh = func(age time.Duration) bool { return age.Seconds() < 300_000 } },
	"max-bytes": func(re *receiver) {
		re.read = func(w http.ResponseWriter, r *http.Request) ([]byte, error) {
			r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
			return readAll(w, r)
		}
	},
	"read-of-content-length": func(re *receiver) {
		re.read = func(_ http.ResponseWriter, r *http.Request) ([]byte, error) {
			if r.ContentLength < 0 {
				return nil, nil
			}
			body := make([]byte, r.ContentLength)
			_, err := r.Body.Read(body)
			if r.ContentLength > 0 && err != nil && err.Error() != "EOF" {
				return nil, err
			}
			return body, nil
		}
	},
	"content-type-compared": func(re *receiver) {
		re.before = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Header.Get("Content-Type") == "application/json" {
				return false
			}
			http.Error(w, "Use application/json.", http.StatusUnsupportedMediaType)
			return true
		}
	},
	"unknown-fields-disallowed": func(re *receiver) {
		re.valid = func(event any) bool {
			fields, ok := event.(map[string]any)
			_, extra := fields["new_field"]
			return ok && !extra && isEvent(event)
		}
	},
	"assertion-panics": func(re *receiver) {
		re.valid = func(event any) bool { return event.(map[string]any)["event"].(string) != "" }
	},
	"goroutine-panics": func(re *receiver) {
		re.valid = func(any) bool { return true }
		re.work = func(id string, event any) *answer {
			go func() { _ = event.(map[string]any)["event"].(string) }()
			return workOnce(id, event)
		}
	},
	"panic-on-refusal": func(re *receiver) {
		re.header = func(r *http.Request, name string) string {
			if name == "webhook-signature" && !strings.HasPrefix(r.Header.Get(name), "v1,") {
				panic("bad signature")
			}
			return r.Header.Get(name)
		}
	},
	"refused-with-500": func(re *receiver) { re.refused = http.StatusInternalServerError },
	"check-then-insert": func(re *receiver) {
		re.work = func(id string, _ any) *answer {
			if !seenBefore(id) {
				time.Sleep(50 * time.Millisecond)
				markSeen(id)
				addEffect()
			}
			return nil
		}
	},
}
