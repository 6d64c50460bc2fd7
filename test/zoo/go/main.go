// Receivers of the zoo on net/http. `zoo NAME` starts one and prints its port. It reads WEBHOOK_SECRET, and PORT to start again
// at the same port. `/effects` answers the number of its effects.
package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
)

// receiver is a right receiver. A defect replaces one of its parts.
type receiver struct {
	verification
	read    func(w http.ResponseWriter, r *http.Request) ([]byte, error)
	valid   func(event any) bool
	work    func(id string, event any) *answer
	refused int
	// before may answer by itself.
	before func(w http.ResponseWriter, r *http.Request) bool
}

type answer struct {
	status int
	text   string
}

func readAll(_ http.ResponseWriter, r *http.Request) ([]byte, error) { return io.ReadAll(r.Body) }

func right() *receiver {
	return &receiver{verification: rightVerification, read: readAll, valid: isEvent, work: workOnce, refused: http.StatusUnauthorized}
}

func (re *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		http.Error(w, "Use POST.", http.StatusMethodNotAllowed)
		return
	}
	if re.before != nil && re.before(w, r) {
		return
	}
	body, err := re.read(w, r)
	if err != nil {
		http.Error(w, "The body is too large or incomplete.", http.StatusBadRequest)
		return
	}
	id, err := re.verify(r, body)
	if err != nil {
		http.Error(w, err.Error(), re.refused)
		return
	}
	event, err := parse(body)
	if err != nil {
		http.Error(w, "The body is not JSON.", http.StatusBadRequest)
		return
	}
	if !re.valid(event) {
		http.Error(w, "The body is not an event.", http.StatusUnprocessableEntity)
		return
	}
	if other := re.work(id, event); other != nil {
		http.Error(w, other.text, other.status)
		return
	}
	fmt.Fprint(w, "ok")
}

func main() {
	log.SetOutput(io.Discard)
	re := right()
	change, ok := defects[os.Args[1]]
	if !ok && os.Args[1] != "right" {
		fmt.Fprintf(os.Stderr, "The zoo has no receiver %s.\n", os.Args[1])
		os.Exit(1)
	}
	if ok {
		change(re)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "0"
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	http.Handle("/webhooks", re)
	http.HandleFunc("/effects", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, effects()) })
	fmt.Println(listener.Addr().(*net.TCPAddr).Port)
	server := &http.Server{ErrorLog: log.Default()}
	fmt.Fprintln(os.Stderr, server.Serve(listener))
}
